/** How a metric is written, and which of two values is the better one: the one place for both. */

import { formatDuration, formatMetric, formatPercent } from "@/i18n/format";

export type MetricUnit = "share" | "number" | "seconds";

/** What must be known of a metric to write and to compare its values. */
export interface MetricKind {
  unit: MetricUnit;
  higherIsBetter: boolean;
}

/** A metric in its unit: shares as percentages, errors and correlations as the numbers they are. */
export function metricText(value: number, unit: MetricUnit, language: string, digits = 1): string {
  switch (unit) {
    case "share":
      return formatPercent(value, language, digits);
    case "seconds":
      return formatDuration(value, language);
    case "number":
      return formatMetric(value, language);
  }
}

/** How much better `value` is than `other`; negative where it is worse. */
export function gainOver(value: number, other: number, kind: MetricKind): number {
  return kind.higherIsBetter ? value - other : other - value;
}

/** Order values for a table that sorts upwards; what was never measured is worst. */
export function compareMetrics(
  one: number | null | undefined,
  other: number | null | undefined,
  kind: MetricKind,
): number {
  const worst = kind.higherIsBetter ? -Infinity : Infinity;
  const [left, right] = [one ?? worst, other ?? worst];
  return left === right ? 0 : left - right;
}

/** The first click on a column of metrics shows the best first. */
export function sortDirections(kind: MetricKind): ("ascend" | "descend")[] {
  return kind.higherIsBetter ? ["descend", "ascend"] : ["ascend", "descend"];
}

/** The best of several things, the earliest among equals; `undefined` of none. */
export function bestOf<Thing>(
  things: readonly Thing[],
  value: (thing: Thing) => number,
  kind: MetricKind,
): Thing | undefined {
  return things.reduce<Thing | undefined>(
    (best, thing) =>
      best === undefined || gainOver(value(thing), value(best), kind) > 0 ? thing : best,
    undefined,
  );
}
