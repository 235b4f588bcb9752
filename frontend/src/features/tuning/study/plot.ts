import type { Trial } from "../types";
import { placeOn, type Axis } from "./axes";

/** Measures of the parallel coordinates in the picture's own units. */
export const PLOT = { top: 34, height: 210, gap: 150, side: 84, absent: 30 } as const;

/** Return the line of a trial; below the axes where a parameter takes no part. */
export function pathOf(trial: Trial, axes: readonly Axis[]): string {
  const points = axes.map((axis, index) => {
    const place = placeOn(axis, trial);
    const y =
      place === undefined
        ? PLOT.top + PLOT.height + PLOT.absent - 8
        : PLOT.top + (1 - place) * PLOT.height;
    return `${PLOT.side + index * PLOT.gap},${y.toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}
