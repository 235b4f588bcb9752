import type { Trial } from "../types";
import { placeOn, type Axis } from "./axes";

/** Measures of the parallel coordinates in the image's own units. */
export const PLOT = {
  top: 34,
  height: 210,
  /** Fills a window of usual width; more axes than that make it wider. */
  width: 1120,
  minGap: 120,
  side: 84,
  absent: 30,
} as const;

/** Return how far axes stand apart. */
export function gapOf(numAxes: number): number {
  return Math.max(PLOT.minGap, (PLOT.width - 2 * PLOT.side) / Math.max(1, numAxes - 1));
}

/** Return the line of a trial; below the axes where a parameter takes no part. */
export function pathOf(trial: Trial, axes: readonly Axis[]): string {
  const gap = gapOf(axes.length);
  const points = axes.map((axis, index) => {
    const place = placeOn(axis, trial);
    const y =
      place === undefined
        ? PLOT.top + PLOT.height + PLOT.absent - 8
        : PLOT.top + (1 - place) * PLOT.height;
    return `${PLOT.side + index * gap},${y.toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}
