import { describe, expect, it } from "vitest";

import { nearest, onCanvas, onMap } from "./plane";

const SIZE = { width: 632, height: 432 };

describe("plane", () => {
  it("leads from the map to the canvas and back, however it is moved and enlarged", () => {
    const view = { scale: 3, x: 40, y: -25 };
    const there = onCanvas({ x: 0.2, y: 0.9 }, view, SIZE);
    const back = onMap(there, view, SIZE);
    expect(back.x).toBeCloseTo(0.2);
    expect(back.y).toBeCloseTo(0.9);
  });

  it("keeps the whole map within the shorter side", () => {
    const fitted = { scale: 1, x: 0, y: 0 };
    expect(onCanvas({ x: 0, y: 0 }, fitted, SIZE)).toEqual({ x: 116, y: 16 });
    expect(onCanvas({ x: 1, y: 1 }, fitted, SIZE)).toEqual({ x: 516, y: 416 });
  });

  it("finds the nearest point, and none when all are too far", () => {
    const points = { x: [0.1, 0.5, 0.52], y: [0.1, 0.5, 0.5] };
    expect(nearest(points, { x: 0.53, y: 0.5 }, 0.05)).toBe(2);
    expect(nearest(points, { x: 0.9, y: 0.9 }, 0.05)).toBeNull();
  });
});
