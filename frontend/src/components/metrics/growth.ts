import { gainOver, type MetricKind } from "./metric";

export type Point = readonly [time: number, metric: number];

/** Return when each version was made and how good it is, oldest first. */
export function metricOverTime(versions: { created_at: string; metric: number }[]): Point[] {
  const points = versions.map(
    ({ created_at, metric }) => [Date.parse(created_at), metric] as const,
  );
  return points.sort((one, other) => one[0] - other[0]);
}

/** Return at each time the best metric until then. */
export function bestSoFar(points: readonly Point[], kind: MetricKind): Point[] {
  const best: Point[] = [];
  for (const [time, metric] of points) {
    const until = best.at(-1)?.[1];
    best.push([time, until === undefined || gainOver(metric, until, kind) > 0 ? metric : until]);
  }
  return best;
}
