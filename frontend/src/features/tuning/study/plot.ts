import type { Trial } from "../types";
import { placeOn, type Axis } from "./axes";

/** Measures of the parallel coordinates in the image's own units. */
export const PLOT = {
  top: 34,
  height: 210,
  /** Axes that stand closer hide the values of one another. */
  minGap: 120,
  side: 84,
  absent: 30,
} as const;

/** Return how far axes stand apart that fill a width, in pixels; more make the plot wider. */
export function gapOf(numAxes: number, width: number): number {
  return Math.max(PLOT.minGap, (width - 2 * PLOT.side) / Math.max(1, numAxes - 1));
}

/** Return the line of a trial over axes that stand apart; below where a parameter takes no part. */
export function pathOf(trial: Trial, axes: readonly Axis[], gap: number): string {
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
