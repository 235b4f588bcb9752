import { describe, expect, it } from "vitest";

import { joined, NOTHING_HEARD, withEvents } from "./live";
import { phaseStates } from "./phases";

const event = (kind: string, data: object, id = "1") => ({
  id,
  kind,
  data: { time: "2026-11-23T10:00:00Z", ...data },
});

describe("withEvents", () => {
  it("keeps measurements, use and the lines that people read", () => {
    const live = withEvents(NOTHING_HEARD, [
      event("phase", { phase: "train" }, "1"),
      event("metric", { step: 1, epoch: 0.1, split: "train", values: { loss: 2 } }, "2"),
      event("resources", { cpu_percent: 50, memory_bytes: 1 }, "3"),
      event("metric", { step: 1, epoch: 1, split: "validation", values: { accuracy: 1 } }, "4"),
      event("warning", { code: "few_samples", params: {}, message: "Few." }, "5"),
      event("checkpoint", { step: 1, best: true }, "6"),
      event("checkpoint", { step: 2, best: false }, "7"),
      event("log", { code: "data_read", params: {}, message: "Read" }, "8"),
    ]);
    expect(live.measurements).toHaveLength(2);
    expect(live.resources).toMatchObject([{ number: 3, cpu_percent: 50 }]);
    expect(live.lines.map(({ number }) => number)).toEqual([1, 4, 5, 6, 8]);
    expect(live.lines[4]).toEqual({
      number: 8,
      kind: "log",
      time: "2026-11-23T10:00:00Z",
      data: { code: "data_read", params: {}, message: "Read" },
    });
    expect(live.numCheckpoints).toBe(2);
  });

  it("changes nothing for events about the job itself", () => {
    const events = [event("progress", {}), { id: "", kind: "state", data: {} }];
    expect(withEvents(NOTHING_HEARD, events)).toBe(NOTHING_HEARD);
  });

  it("does not grow for ever on a page that is left open", () => {
    let live = NOTHING_HEARD;
    for (let number = 1; number <= 3000; number += 1) {
      live = withEvents(live, [
        event("resources", { cpu_percent: number, memory_bytes: 1 }, String(number)),
        event("log", { message: "Said" }, String(number)),
      ]);
    }
    expect(live.resources.length).toBeLessThanOrEqual(600);
    expect(live.resources.at(-1)?.number).toBe(3000);
    expect(live.lines).toHaveLength(2000);
    expect(live.lines.at(-1)?.number).toBe(3000);
  });
});

describe("joined", () => {
  it("has what was asked for and heard once, after a break of the stream too", () => {
    const of = (...numbers: number[]) => numbers.map((number) => ({ number }));
    expect(joined(of(1, 2, 4), of(2, 4, 5))).toEqual(of(1, 2, 4, 5));
    expect(joined([], of(7))).toEqual(of(7));
  });
});

describe("phaseStates", () => {
  it("shows where a run is", () => {
    expect(phaseStates({ state: "running", phase: "train" })).toMatchObject({
      check: "done",
      train: "current",
      export: "waiting",
    });
  });

  it("shows where a run broke off", () => {
    expect(phaseStates({ state: "failed", phase: "train" })).toMatchObject({
      prepare: "done",
      train: "broken",
      evaluate: "waiting",
    });
  });

  it("tells a run that was stopped from one that failed", () => {
    expect(phaseStates({ state: "cancelled", phase: "train" }).train).toBe("stopped");
  });

  it("marks nothing done while waiting and everything done at the end", () => {
    expect(phaseStates({ state: "queued", phase: "" }).check).toBe("waiting");
    expect(phaseStates({ state: "succeeded", phase: "verify" }).verify).toBe("done");
  });
});
