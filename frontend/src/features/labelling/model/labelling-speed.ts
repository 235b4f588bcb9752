const WINDOW_MS = 3 * 60_000;
const LONGEST_GAP_MS = 30_000;

/** When each sample was last annotated, the latest last. */
export type LastTimes = ReadonlyMap<string, number>;

/** The times after some samples were annotated: who corrects himself has done one sample, not two. */
export function timed(old: LastTimes, sampleIds: readonly string[], now: number): LastTimes {
  const next = new Map(old);
  for (const id of sampleIds) {
    next.delete(id);
    next.set(id, now);
  }
  return next;
}

/**
 * How fast samples are given, from the times of the last three minutes. Breaks longer than half a
 * minute do not count: the speed is that of working, not of lunch.
 */
export function labelsPerMinute(times: readonly number[], now: number): number | null {
  const recent = times.filter((time) => time > now - WINDOW_MS);
  if (recent.length < 3) return null;
  let worked = 0;
  for (let index = 1; index < recent.length; index += 1) {
    worked += Math.min((recent[index] ?? 0) - (recent[index - 1] ?? 0), LONGEST_GAP_MS);
  }
  return worked === 0 ? null : ((recent.length - 1) * 60_000) / worked;
}

/** Seconds until the rest is labelled at this speed; null while the speed is unknown. */
export function secondsLeft(speed: number | null, numUnlabelled: number): number | null {
  return speed === null ? null : Math.ceil((numUnlabelled * 60) / speed);
}
