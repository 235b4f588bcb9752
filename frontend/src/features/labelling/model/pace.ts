const WINDOW_MS = 3 * 60_000;
const LONGEST_GAP_MS = 30_000;

/**
 * How fast labels are given, from the times of the last three minutes. Breaks longer than half a
 * minute do not count: the pace is that of working, not of lunch.
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

/** Seconds until the rest is labelled at this pace; null while the pace is unknown. */
export function secondsLeft(pace: number | null, numUnlabelled: number): number | null {
  return pace === null ? null : (numUnlabelled * 60) / pace;
}
