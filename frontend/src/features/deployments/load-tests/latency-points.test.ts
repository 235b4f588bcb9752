import { expect, test } from "vitest";

import { latencyPoints } from "./latency-points";
import { STAGE } from "./stage-fixture";

test("points go by callers, whatever the order of the stages, and leave out what nobody answered", () => {
  const stages = [
    { ...STAGE, callers: 8, calls_per_second: 90.04, p99_ms: 90 },
    { ...STAGE, callers: 16, p99_ms: null },
    { ...STAGE, callers: 1, calls_per_second: 60, p99_ms: 17 },
    { ...STAGE, callers: 4, calls_per_second: 93, p99_ms: 40 },
  ];
  expect(latencyPoints(stages)).toEqual([
    { callers: 1, point: [60, 17] },
    { callers: 4, point: [93, 40] },
    { callers: 8, point: [90, 90] },
  ]);
});
