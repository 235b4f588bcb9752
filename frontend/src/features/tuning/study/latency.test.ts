import { describe, expect, it } from "vitest";

import { trialOf } from "../test-data";
import { frontOf, isTooSlow, timedTrials } from "./latency";
import { bestByNumber } from "./progress";

const trials = [
  trialOf(0, { score: 0.8, latency_ms: 4 }),
  trialOf(1, { score: 0.9, latency_ms: 9 }),
  trialOf(2, { score: 0.7, latency_ms: 5 }),
  trialOf(3, { score: 0.8, latency_ms: 2 }),
  trialOf(4, { score: 0.95, state: "pruned" }),
];

describe("frontOf", () => {
  it("keeps what no other trial beats in both, the quickest first", () => {
    const front = frontOf(timedTrials(trials), "maximize");
    expect(front.map(({ number }) => number)).toEqual([3, 1]);
  });

  it("turns round where less is better", () => {
    const front = frontOf(timedTrials(trials), "minimize");
    expect(front.map(({ number }) => number)).toEqual([3, 2]);
  });

  it("holds one of two that are alike", () => {
    const alike = timedTrials([...trials, trialOf(5, { score: 0.8, latency_ms: 2 })]);
    expect(frontOf(alike, "maximize")).toHaveLength(2);
  });
});

it("a trial without a measured answer is too slow only where there is a limit", () => {
  expect(isTooSlow({ latency_limit_ms: null }, null)).toBe(false);
  expect(isTooSlow({ latency_limit_ms: 5 }, null)).toBe(true);
  expect(isTooSlow({ latency_limit_ms: 5 }, 5)).toBe(false);
});

it("the best so far is the best of those that answer in time", () => {
  const best = bestByNumber(trials, { direction: "maximize", latency_limit_ms: 5 });
  expect(best.at(-1)?.score).toBe(0.8);
});
