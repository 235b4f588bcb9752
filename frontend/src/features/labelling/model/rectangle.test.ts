import { expect, it } from "vitest";

import { between, isLargeEnough, moved, rectangleOf, rounded } from "./rectangle";

const SIZE = { width: 100, height: 50 };

it("a box is drawn between any two corners and stays in the image", () => {
  expect(between({ x: 30, y: 40 }, { x: 10, y: -5 }, SIZE)).toEqual({
    left: 10,
    top: 0,
    width: 20,
    height: 40,
  });
});

it("a moved box stops at the edge", () => {
  const box = { left: 80, top: 10, width: 15, height: 10 };
  expect(moved(box, 10, -20, SIZE)).toEqual({ left: 85, top: 0, width: 15, height: 10 });
});

it("a slipped click is no box", () => {
  expect(isLargeEnough({ left: 0, top: 0, width: 2, height: 30 })).toBe(false);
  expect(rounded({ left: 0.123, top: 1.26, width: 3.04, height: 4 })).toEqual({
    left: 0.1,
    top: 1.3,
    width: 3,
    height: 4,
  });
});

it("a four-sided region is enclosed by a box", () => {
  const points: [number, number][] = [
    [5, 1],
    [20, 4],
    [19, 12],
    [4, 9],
  ];
  expect(rectangleOf({ kind: "quad", points })).toEqual({ left: 4, top: 1, width: 16, height: 11 });
});
