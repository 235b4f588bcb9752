import type { Study, Trial } from "../types";

/** From so many complete trials on the server reckons how much each parameter matters. */
export const MIN_FOR_IMPORTANCES = 8;

type Countable = Pick<Study, "state" | "counts">;

/** Tell whether nothing more will happen to a study by itself. */
export function isComplete({ state, counts }: Countable): boolean {
  return state !== "running" && counts.queued + counts.running === 0;
}

/** How many of its own trials a study has ended, whatever became of them. */
export function numEnded({ counts }: Pick<Study, "counts">): number {
  const { complete, pruned, failed, cancelled, copied } = counts;
  return complete + pruned + failed + cancelled - copied;
}

/** The share of the budget that is used, of the limit that is nearest; `undefined` without one. */
export function shareUsed(
  study: Pick<Study, "counts" | "max_trials" | "max_minutes" | "seconds_used">,
): number | undefined {
  const shares = [
    study.max_trials === null ? undefined : numEnded(study) / study.max_trials,
    study.max_minutes === null ? undefined : study.seconds_used / (60 * study.max_minutes),
  ].filter((share) => share !== undefined);
  return shares.length === 0 ? undefined : Math.min(1, Math.max(...shares));
}

/** The trial with the settings that a run has without a search, once its score is known. */
export function baselineOf(trials: readonly Trial[]): Trial | undefined {
  const first = trials.find(({ number, copied_from }) => number === 0 && copied_from === null);
  return first?.state === "complete" ? first : undefined;
}

/** Trials with newer ones in their places, by number. */
export function withTrials<T extends Trial>(known: readonly T[], heard: readonly T[]): T[] {
  const byNumber = new Map(known.map((trial) => [trial.number, trial]));
  for (const trial of heard) {
    const old = byNumber.get(trial.number);
    if (old === undefined || old.revision <= trial.revision) byNumber.set(trial.number, trial);
  }
  return [...byNumber.values()].sort((one, other) => one.number - other.number);
}

/** One place of the line that never gets worse: the best score until a trial. */
export interface BestPoint {
  number: number;
  score: number;
}

/** Return the best score of complete trials that are quick enough, up to each trial's number. */
export function bestByNumber(
  trials: readonly Trial[],
  { direction, latency_limit_ms: limit }: Pick<Study, "direction" | "latency_limit_ms">,
): BestPoint[] {
  const points: BestPoint[] = [];
  for (const { number, score, state, latency_ms: taken } of trials) {
    const until = points.at(-1)?.score;
    const inTime = limit === null || (taken !== null && taken <= limit);
    const own = state === "complete" && inTime ? score : null;
    if (own === null && until === undefined) continue;
    points.push({ number, score: betterOf(until, own, direction) });
  }
  return points;
}

function betterOf(
  one: number | undefined,
  other: number | null,
  direction: Study["direction"],
): number {
  if (one === undefined) return other ?? Number.NaN;
  if (other === null) return one;
  return direction === "maximize" ? Math.max(one, other) : Math.min(one, other);
}
