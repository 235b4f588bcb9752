import { describe, expect, it } from "vitest";

import { smoothed } from "./smoothing";

describe("smoothed", () => {
  it("leaves a flat curve flat from the first point on", () => {
    const flat = [0, 1, 2, 3].map((x) => [x, 5] as const);
    for (const [, y] of smoothed(flat, 0.9)) expect(y).toBeCloseTo(5, 12);
  });

  it("changes nothing at weight 0", () => {
    expect(
      smoothed(
        [
          [0, 1],
          [1, 9],
        ],
        0,
      ),
    ).toEqual([
      [0, 1],
      [1, 9],
    ]);
  });
});
