import { describe, expect, it } from "vitest";

import {
  clockwise,
  cornersOf,
  cornersOfRectangle,
  furthest,
  geometryOf,
  isInside,
  rectangleOfCorners,
  resized,
  turned,
  turnedWithin,
  withCorner,
  type Corners,
} from "./quadrilateral";

const SIZE = { width: 200, height: 100 };
const BOX = { kind: "box" as const, left: 60, top: 30, width: 40, height: 20 };

describe("a turned box", () => {
  it("is a quad, clockwise, the upper left corner first", () => {
    const quad = geometryOf(turned(cornersOf(BOX), Math.PI / 6));
    expect(quad.kind).toBe("quad");
    const [first, second] = quad.kind === "quad" ? quad.points : [];
    // The middle (80, 40) stays; the corner (-20, -10) turns by 30 degrees.
    expect(first?.[0]).toBeCloseTo(80 - 20 * Math.cos(Math.PI / 6) + 10 * 0.5, 1);
    expect(first?.[1]).toBeCloseTo(40 - 20 * 0.5 - 10 * Math.cos(Math.PI / 6), 1);
    expect(second?.[0]).toBeGreaterThan(first?.[0] ?? Infinity);
  });

  it("is the same box again when it is turned back", () => {
    const there = geometryOf(turned(cornersOf(BOX), 0.7));
    expect(geometryOf(turned(cornersOf(there), -0.7))).toEqual(BOX);
  });

  it("is a box whenever it stands upright, at a right angle too", () => {
    expect(geometryOf(turned(cornersOf(BOX), Math.PI / 2))).toEqual({
      kind: "box",
      left: 70,
      top: 20,
      width: 20,
      height: 40,
    });
  });

  it("is known as a rectangle with its angle after it was stored", () => {
    const stored = geometryOf(turned(cornersOf(BOX), 0.4));
    const found = rectangleOfCorners(cornersOf(stored));
    expect(found?.angle).toBeCloseTo(0.4, 2);
    expect(found?.width).toBeCloseTo(40, 1);
    expect(found?.height).toBeCloseTo(20, 1);
  });

  it("never leaves the image: it gives way at the border", () => {
    const atBorder = cornersOf({ ...BOX, left: 0, top: 0 });
    const found = turnedWithin(atBorder, 0.5, SIZE);
    expect(isInside(found, SIZE)).toBe(true);
    expect(rectangleOfCorners(found)?.angle).toBeCloseTo(0.5, 5);
  });

  it("turns less far where the image is too low for it", () => {
    const long = cornersOf({ ...BOX, left: 0, top: 40, width: 200, height: 20 });
    const found = turnedWithin(long, Math.PI / 2, SIZE);
    expect(isInside(found, SIZE)).toBe(true);
    expect(rectangleOfCorners(found)?.angle).toBeLessThan(0.5);
  });
});

describe("pulling a side of a turned rectangle", () => {
  const rectangle = { x: 100, y: 50, width: 40, height: 20, angle: 0.3 };

  it("leaves the opposite corner where it is", () => {
    const found = resized(rectangle, [1, 1], { x: 140, y: 80 }, 1);
    const [before] = cornersOfRectangle(rectangle);
    const [after, , far] = cornersOfRectangle(found);
    expect(after[0]).toBeCloseTo(before[0], 6);
    expect(after[1]).toBeCloseTo(before[1], 6);
    expect(far[0]).toBeCloseTo(140, 6);
    expect(far[1]).toBeCloseTo(80, 6);
  });

  it("changes only what the side bounds", () => {
    const found = resized(rectangle, [0, -1], { x: 100, y: 20 }, 1);
    expect(found.width).toBe(40);
    expect(found.height).toBeGreaterThan(20);
  });

  it("does not turn inside out", () => {
    const found = resized(rectangle, [1, 0], { x: -500, y: 50 }, 3);
    expect(found.width).toBe(3);
  });
});

describe("four corners", () => {
  const square = cornersOf(BOX);

  it("are no rectangle once one of them was moved", () => {
    const moved = withCorner(square, 2, [120, 60]);
    expect(rectangleOfCorners(moved)).toBeNull();
    expect(geometryOf(moved).kind).toBe("quad");
  });

  it("go clockwise however they were clicked, the first one first", () => {
    const [a, b, c, d] = square;
    expect(clockwise([a, d, c, b])).toEqual([a, b, c, d]);
    expect(clockwise([a, c, b, d])).toEqual([a, b, c, d]);
    expect(clockwise([c, b, a, d])).toEqual([c, d, a, b]);
  });

  it("stop at the border of the image", () => {
    const way = (share: number): Corners => withCorner(square, 1, [100 + 300 * share, 30]);
    const [, corner] = furthest(way, SIZE);
    expect(corner[0]).toBeCloseTo(200, 1);
    expect(corner[0]).toBeLessThanOrEqual(200);
  });
});
