import { describe, expect, it } from "vitest";

import { keysOfLabels, LABEL_KEYS } from "@/components/ui/label-keys";

import { commandOf, labelAtKey } from "./key-map";
import { press, pressForAll, sameLabels } from "./label-change";
import { labelsPerMinute, secondsLeft, timed } from "./labelling-speed";
import type { LabelIds } from "./label-change";
import { did, forget, NO_HISTORY, stepAgain, stepBack, type History } from "./undo-stack";

const plain = { ctrlKey: false, metaKey: false, altKey: false };

describe("label keys", () => {
  const named = (...names: string[]) => names.map((name) => ({ id: `id of ${name}`, name }));
  const many = named(...Array.from({ length: 37 }, (_, index) => `label ${index}`));

  it("are the digits as they lie on the keyboard, then letters", () => {
    const keys = [...keysOfLabels(many).values()];
    expect([0, 8, 9, 10, 35].map((index) => keys[index])).toEqual(["1", "9", "0", "a", "z"]);
    expect(keys).toHaveLength(36);
  });

  it("are a label's own name where that is a key, and the rest goes to the others in order", () => {
    const labels = named("cat", "0", "1", "B", "dog");
    expect([...keysOfLabels(labels)]).toEqual([
      ["id of 0", "0"],
      ["id of 1", "1"],
      ["id of B", "b"],
      ["id of cat", "2"],
      ["id of dog", "3"],
    ]);
  });

  it("find their label whether or not caps lock is on", () => {
    expect(labelAtKey(many, "2")?.name).toBe("label 1");
    expect(labelAtKey(many, "A")?.name).toBe("label 10");
    expect(labelAtKey(many.slice(0, 12), "z")).toBeNull();
    expect(labelAtKey(many, "Enter")).toBeNull();
  });

  it("are never commands as well", () => {
    for (const key of LABEL_KEYS) expect(commandOf({ key, ...plain })).toBeNull();
  });

  it("leave combinations to the browser, except undo and redo", () => {
    expect(commandOf({ ...plain, key: "z", ctrlKey: true })).toBe("undo");
    expect(commandOf({ ...plain, key: "z", metaKey: true })).toBe("undo");
    expect(commandOf({ ...plain, key: "Z", ctrlKey: true, shiftKey: true })).toBe("redo");
    expect(commandOf({ ...plain, key: "y", ctrlKey: true })).toBe("redo");
    expect(commandOf({ ...plain, key: "ArrowLeft", altKey: true })).toBeNull();
    expect(commandOf({ ...plain, key: "+", ctrlKey: true })).toBeNull();
  });
});

describe("pressing a label", () => {
  it("replaces in single-label data and toggles in multi-label data", () => {
    expect(press(["a"], "b", false)).toEqual(["b"]);
    expect(press(["a"], "b", true)).toEqual(["a", "b"]);
    expect(press(["a", "b"], "b", true)).toEqual(["a"]);
    expect(press(null, "b", true)).toEqual(["b"]);
  });

  it("gives a label to all of a mixed selection and takes it away only from a full one", () => {
    expect(pressForAll([["a"], null], "a", true)).toEqual([["a"], ["a"]]);
    expect(pressForAll([["a"], ["a", "b"]], "a", true)).toEqual([null, ["b"]]);
  });

  it("tells unlabelled from labelled as showing none", () => {
    expect(sameLabels(null, [])).toBe(false);
    expect(sameLabels(["a", "b"], ["b", "a"])).toBe(true);
  });
});

describe("undo", () => {
  const step = (sampleId: string) => [{ sampleId, before: null, after: ["1"] }];

  it("brings back the last step first, and does it again", () => {
    const history = did(did<LabelIds>(NO_HISTORY, step("a")), step("b"));
    const back = stepBack(history);
    expect(back.changes).toEqual([{ sampleId: "b", before: ["1"], after: null }]);
    expect(stepBack(back.history).changes[0]?.sampleId).toBe("a");
    const again = stepAgain(back.history);
    expect(again.changes).toEqual(step("b"));
    expect(again.history).toEqual(history);
    expect(stepBack(NO_HISTORY).changes).toEqual([]);
    expect(stepAgain(history).changes).toEqual([]);
  });

  it("does nothing again that a new step came after", () => {
    const back = stepBack(did<LabelIds>(NO_HISTORY, step("a"))).history;
    expect(stepAgain(did(back, step("b"))).changes).toEqual([]);
  });

  it("forgets steps of samples that someone else changed", () => {
    const history: History<LabelIds> = {
      done: [[...step("a"), ...step("b")], step("b")],
      undone: [step("b")],
    };
    expect(forget(history, new Set(["b"]))).toEqual({ done: [step("a")], undone: [] });
  });
});

describe("the labelling speed", () => {
  it("is unknown until three labels were given", () => {
    expect(labelsPerMinute([0, 1_000], 2_000)).toBeNull();
    expect(secondsLeft(null, 10)).toBeNull();
  });

  it("counts samples, not how often each was corrected", () => {
    let times = timed(new Map(), ["one"], 0);
    times = timed(times, ["two"], 2_000);
    times = timed(times, ["one"], 4_000);
    times = timed(times, ["one"], 6_000);
    expect([...times.values()]).toEqual([2_000, 6_000]);
  });

  it("counts the time of working, not of breaks", () => {
    const steady = [0, 2_000, 4_000, 6_000];
    expect(labelsPerMinute(steady, 6_000)).toBe(30);
    const withBreak = [0, 2_000, 4_000, 104_000];
    expect(labelsPerMinute(withBreak, 104_000)).toBeCloseTo(180 / 34, 5);
    expect(secondsLeft(30, 60)).toBe(120);
  });
});
