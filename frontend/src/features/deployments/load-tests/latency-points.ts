import type { Point } from "@/components/charts/smoothing";

import type { LoadStage } from "../types";

/** How fast an endpoint answered so many callers. */
export interface LatencyPoint {
  callers: number;
  /** Calls a second, and their p99 in milliseconds. */
  point: Point;
}

/**
 * The stages that were answered, by their callers, in whatever order they ran. The line goes back
 * only where more callers were answered more slowly in all.
 */
export function latencyPoints(stages: readonly LoadStage[]): LatencyPoint[] {
  return stages
    .toSorted((one, other) => one.callers - other.callers)
    .flatMap(({ callers, calls_per_second, p99_ms }) =>
      p99_ms === null
        ? []
        : [{ callers, point: [Math.round(calls_per_second * 10) / 10, p99_ms] as const }],
    );
}
