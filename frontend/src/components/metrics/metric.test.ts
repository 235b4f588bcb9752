import { expect, it } from "vitest";

import { bestSoFar, metricOverTime } from "./growth";
import { bestOf, compareMetrics, gainOver, metricText, type MetricKind } from "./metric";

const ACCURACY: MetricKind = { unit: "share", higherIsBetter: true };
const ERROR: MetricKind = { unit: "number", higherIsBetter: false };

it("writes shares as percentages and errors as numbers", () => {
  expect(metricText(0.9312, "share", "en")).toBe("93.1%");
  expect(metricText(0.9312, "share", "en", 2)).toBe("93.12%");
  expect(metricText(2.14159, "number", "en")).toBe("2.142");
  expect(metricText(0.78, "number", "zh-CN")).toBe("0.78");
});

it("takes the smaller error for the better one", () => {
  expect(gainOver(0.7, 0.9, ERROR)).toBeCloseTo(0.2);
  expect(gainOver(0.7, 0.9, ACCURACY)).toBeCloseTo(-0.2);
  const values = [{ m: 0.9 }, { m: 0.7 }, { m: 0.8 }];
  expect(bestOf(values, ({ m }) => m, ERROR)).toBe(values[1]);
  expect(bestOf(values, ({ m }) => m, ACCURACY)).toBe(values[0]);
  expect(bestOf([], ({ m }: { m: number }) => m, ERROR)).toBeUndefined();
});

it("holds what was never measured for the worst, in either direction", () => {
  expect(compareMetrics(null, 0.1, ACCURACY)).toBeLessThan(0);
  expect(compareMetrics(null, 0.1, ERROR)).toBeGreaterThan(0);
  expect(compareMetrics(undefined, null, ERROR)).toBe(0);
});

it("never gets worse so far, whatever the order of the versions", () => {
  const versions = [
    { created_at: "2026-01-03T00:00:00Z", metric: 0.7 },
    { created_at: "2026-01-01T00:00:00Z", metric: 0.8 },
    { created_at: "2026-01-02T00:00:00Z", metric: 0.9 },
  ];
  const points = metricOverTime(versions);
  const values = (kind: MetricKind) => bestSoFar(points, kind).map(([, metric]) => metric);
  expect(values(ACCURACY)).toEqual([0.8, 0.9, 0.9]);
  expect(values(ERROR)).toEqual([0.8, 0.8, 0.7]);
});
