import { describe, expect, it } from "vitest";

import { answered, boxed, clicked, undone } from "./segment-draft";

const on = (x: number, y: number) => ({ at: { x, y }, isPositive: true });
const off = (x: number, y: number) => ({ at: { x, y }, isPositive: false });
const answer = {
  model: "sam",
  score: 0.9,
  geometry: { kind: "mask" as const, size: [2, 2], counts: "04" },
};

describe("a thing that is pointed at", () => {
  it("gathers clicks on it and beside it, and shows the last mask until the next is here", () => {
    const first = clicked(null, on(3, 4));
    const seen = answered(first, first.prompt, answer);
    const second = clicked(seen, off(8, 9));
    expect(second.prompt.points).toEqual([on(3, 4), off(8, 9)]);
    expect(second.answer).toBe(answer);
  });

  it("does not take an answer to what is no longer asked", () => {
    const first = clicked(null, on(3, 4));
    const second = clicked(first, on(5, 6));
    expect(answered(second, first.prompt, answer)).toBe(second);
    expect(answered(null, first.prompt, answer)).toBeNull();
  });

  it("begins anew with a box, which must be large enough to be one", () => {
    expect(boxed({ left: 1, top: 1, width: 0.5, height: 9 })).toBeNull();
    const draft = boxed({ left: 1, top: 2, width: 30, height: 40 });
    expect(draft?.prompt).toEqual({
      points: [],
      box: { left: 1, top: 2, width: 30, height: 40 },
    });
  });

  it("takes back click by click, the box last", () => {
    const box = boxed({ left: 1, top: 2, width: 30, height: 40 });
    const both = clicked(box, off(5, 5));
    const less = undone(both);
    expect(less?.prompt.points).toEqual([]);
    expect(less?.prompt.box).not.toBeNull();
    expect(less && undone(less)).toBeNull();
    expect(undone(clicked(null, on(1, 1)))).toBeNull();
  });
});
