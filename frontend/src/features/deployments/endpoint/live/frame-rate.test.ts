import { expect, test } from "vitest";

import { FrameRate } from "./frame-rate";

test("the frame rate is that of the last answers", () => {
  const rate = new FrameRate();
  expect(rate.add(0)).toBeNull();
  expect(rate.add(500)).toBe(2);
  expect(rate.add(1000)).toBe(2);
  let last: number | null = null;
  for (let time = 1100; time < 4100; time += 100) last = rate.add(time);
  expect(last).toBeCloseTo(10);
});
