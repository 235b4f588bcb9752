import type { SearchParameter, SearchRange, Study, Trial } from "../types";
import { isWithin, placeOf, SCORE, type Brushes } from "./scale";

/** One axis of the parallel coordinates: a parameter, or the score at the end. */
export interface Axis {
  name: string;
  range: SearchRange;
}

/** Return the axes of a study: its parameters and the score, as far as scores are known. */
export function axesOf(study: Pick<Study, "space">, trials: readonly Trial[]): Axis[] {
  const axes = study.space.parameters.map(({ name, range }: SearchParameter) => ({ name, range }));
  const ends = scoreRange(trials);
  return ends === undefined ? axes : [...axes, { name: SCORE, range: ends }];
}

/** Return the span of known scores; a little wider where all are equal. */
export function scoreRange(trials: readonly Trial[]): SearchRange | undefined {
  const scores = trials.map(({ score }) => score).filter((score) => score !== null);
  if (scores.length === 0) return undefined;
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const margin = low === high ? Math.max(Math.abs(low) * 0.05, 1e-6) : 0;
  return { kind: "float", low: low - margin, high: high + margin };
}

/** Return where a trial lies on an axis. */
export function placeOn(axis: Axis, trial: Trial): number | undefined {
  if (axis.name === SCORE) {
    return trial.score === null ? undefined : placeOf(axis.range, trial.score);
  }
  return placeOf(axis.range, trial.settings[axis.name]);
}

/** Return the trials that lie in every chosen part. */
export function brushed(
  trials: readonly Trial[],
  axes: readonly Axis[],
  brushes: Brushes,
): Trial[] {
  const chosen = axes.flatMap((axis) => {
    const interval = brushes[axis.name];
    return interval === undefined ? [] : [{ axis, interval }];
  });
  return trials.filter((trial) =>
    chosen.every(({ axis, interval }) => isWithin(interval, placeOn(axis, trial))),
  );
}

/** How good a trial is among all with a score, 0 (worst) to 1 (best). */
export function goodness(
  trials: readonly Trial[],
  direction: Study["direction"],
): Map<number, number> {
  const scored = trials.flatMap(({ number, score }) => (score === null ? [] : [{ number, score }]));
  const sign = direction === "maximize" ? 1 : -1;
  const sorted = scored.map(({ score }) => sign * score).sort((one, other) => one - other);
  const last = Math.max(1, sorted.length - 1);
  return new Map(
    scored.map(({ number, score }) => [number, sorted.lastIndexOf(sign * score) / last]),
  );
}
