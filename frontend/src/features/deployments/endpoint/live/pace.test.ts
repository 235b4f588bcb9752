import { expect, test } from "vitest";

import { Pace } from "./pace";

test("the pace is that of the last answers", () => {
  const pace = new Pace();
  expect(pace.add(0)).toBeNull();
  expect(pace.add(500)).toBe(2);
  expect(pace.add(1000)).toBe(2);
  let last: number | null = null;
  for (let time = 1100; time < 4100; time += 100) last = pace.add(time);
  expect(last).toBeCloseTo(10);
});
