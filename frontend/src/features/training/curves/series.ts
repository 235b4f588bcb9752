import type { Point } from "./thinning";

export type CurveSplit = "train" | "validation" | "test";

/** One curve of a run. */
export interface Series {
  split: CurveSplit;
  metric: string;
  points: Point[];
}

/** The data of a `metric` event. */
export interface MetricData {
  step: number;
  epoch: number;
  split: CurveSplit;
  values: Record<string, number>;
}

/**
 * Return series with live measurements added.
 *
 * A resumed run measures steps again, and a stream that was broken repeats events: the newest value
 * of a step wins, and points stay ordered by step.
 */
export function withMeasurements(series: Series[], measurements: MetricData[]): Series[] {
  const curves = new Map(series.map((curve) => [keyOf(curve.split, curve.metric), curve]));
  const added = new Map<string, Series>();
  for (const { step, epoch, split, values } of measurements) {
    for (const [metric, value] of Object.entries(values)) {
      const key = keyOf(split, metric);
      const curve = added.get(key) ?? { split, metric, points: [] };
      curve.points.push([step, epoch, value]);
      added.set(key, curve);
    }
  }
  for (const [key, curve] of added) {
    const byStep = new Map(curves.get(key)?.points.map((point) => [point[0], point]));
    for (const point of curve.points) byStep.set(point[0], point);
    const points = [...byStep.values()].sort((one, other) => one[0] - other[0]);
    curves.set(key, { ...curve, points });
  }
  return [...curves.values()];
}

const keyOf = (split: string, metric: string) => `${split}/${metric}`;

/** List the metrics of several runs, the loss first, then by name. */
export function metricNames(series: Series[]): string[] {
  const names = [...new Set(series.map(({ metric }) => metric))].sort();
  return [...names.filter((name) => name === "loss"), ...names.filter((name) => name !== "loss")];
}
