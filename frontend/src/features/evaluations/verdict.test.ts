import { expect, it } from "vitest";

import type { MetricChange } from "./types";
import { verdictOf } from "./verdict";

const change = (low: number | null, high: number | null): MetricChange => ({
  difference: 0.1,
  low,
  high,
  num_better: 1,
  num_worse: 0,
  better: [],
  worse: [],
});

it.each([
  [0.02, 0.2, true, "better"],
  [0.02, 0.2, false, "worse"],
  [-0.2, -0.02, true, "worse"],
  [-0.2, -0.02, false, "better"],
  [-0.1, 0.2, true, "unclear"],
  [0, 0.2, true, "unclear"],
  [0, 0, true, "same"],
  [null, null, true, "few"],
] as const)("tells %s to %s, higher is better: %s, as %s", (low, high, higher, verdict) => {
  expect(verdictOf(change(low, high), higher)).toBe(verdict);
});
