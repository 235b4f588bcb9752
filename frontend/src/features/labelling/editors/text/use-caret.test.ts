import { expect, it } from "vitest";

import { movedCaret, stretchOf } from "./use-caret";

const press = (key: string, shiftKey = false) => ({ key, shiftKey });

it("Shift and the arrows choose a stretch in either direction", () => {
  const right = movedCaret({ anchor: 2, at: 2 }, press("ArrowRight", true), 5);
  expect(right && stretchOf(right)).toEqual({ start: 2, end: 3 });
  const left = movedCaret({ anchor: 2, at: 2 }, press("Home", true), 5);
  expect(left && stretchOf(left)).toEqual({ start: 0, end: 2 });
});

it("a caret stays in the text, and without Shift chooses nothing", () => {
  const end = movedCaret({ anchor: 1, at: 5 }, press("ArrowRight"), 5);
  expect(end).toEqual({ anchor: 5, at: 5 });
  expect(end && stretchOf(end)).toBeNull();
  expect(movedCaret({ anchor: 0, at: 0 }, press("a"), 5)).toBeNull();
});
