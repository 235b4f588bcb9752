import { describe, expect, it } from "vitest";

import type { StoredCall } from "../types";
import { callSource, headline, isRight, resultsOf, truthText } from "./call-source";

const CALL = {
  id: "c1",
  log_id: 17,
  values: {},
  has_file: false,
  num_evaluated: 0,
  num_right: 0,
} as unknown as StoredCall;

describe("what was sent with a call", () => {
  it("is a file at an address of its own", () => {
    const source = callSource({ ...CALL, has_file: true }, "image");
    expect(source.url).toBe("/api/v1/stored-calls/c1/file");
    expect(source.thumbnail).toBe("/api/v1/stored-calls/c1/file?size=320");
  });

  it("is a text, a pair or rows", () => {
    expect(callSource({ ...CALL, values: { text: "fine" } }, "text").text).toBe("fine");
    const pair = { text1: "one", text2: "two" };
    expect(callSource({ ...CALL, values: pair }, "text_pair").text).toBe(JSON.stringify(pair));
    const rows = [{ width: 1 }];
    expect(callSource({ ...CALL, values: { data: rows } }, "table").text).toBe('[{"width":1}]');
  });
});

describe("what was predicted and what was right", () => {
  it("is drawn from columns where it is a forecast", () => {
    const rows = [
      { time: 1, y: 3 },
      { time: 2, y: 4 },
    ];
    expect(resultsOf(rows, "forecast")).toEqual({ time: [1, 2], y: [3, 4] });
    expect(resultsOf(rows, "rows")).toBe(rows);
  });

  it("is named by its surest label, a text or the value of a row", () => {
    const of = (results: unknown[]) => headline({ ...CALL, top_label: "", results } as StoredCall);
    expect(headline({ ...CALL, top_label: "red", results: [] })).toBe("red");
    expect(of([{ probabilities: { A: 1 }, grape: "A" }])).toBe("A");
    expect(of([{ text: "so it is", score: 1 }])).toBe("so it is");
    expect(of([{ words: "EXIT", location: {} }])).toBe("EXIT");
    expect(of([{ frame: 0, objects: [] }])).toBeUndefined();
    expect(of([])).toBeUndefined();
  });

  it("is one line, and evaluated only where that can be", () => {
    expect(truthText({ labels: ["red", "blue"], value: null, text: null })).toBe("red, blue");
    expect(truthText({ labels: null, value: 0, text: null })).toBe("0");
    expect(isRight(CALL)).toBeUndefined();
    expect(isRight({ ...CALL, num_evaluated: 2, num_right: 1 })).toBe(false);
    expect(isRight({ ...CALL, num_evaluated: 2, num_right: 2 })).toBe(true);
  });
});
