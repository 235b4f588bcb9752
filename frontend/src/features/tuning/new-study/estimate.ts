/** How long a search will take, as far as that can be known before it begins. */

interface Known {
  /** Of one run on all data, for each network that may be chosen; `null` where unknown. */
  runSeconds: readonly (number | null)[];
  dataFraction: number;
  numParallel: number;
  maxTrials: number | null;
  maxMinutes: number | null;
}

export interface Expected {
  /** Of one trial; `null` where no run has told. */
  trialSeconds: number | null;
  /** Of the whole search, at most; `null` where only trials end it and their length is unknown. */
  seconds: number | null;
  /** The trials that fit; `null` where unknown. */
  numTrials: number | null;
}

/** Return what to expect if no trial is stopped early and no target is met. */
export function expected(known: Known): Expected {
  const { runSeconds, dataFraction, numParallel, maxTrials, maxMinutes } = known;
  const measured = runSeconds.filter((seconds) => seconds !== null);
  const isKnown = measured.length > 0 && measured.length === runSeconds.length;
  const mean = measured.reduce((sum, seconds) => sum + seconds, 0) / measured.length;
  const trialSeconds = isKnown ? mean * dataFraction : null;
  const limit = maxMinutes === null ? null : maxMinutes * 60;
  if (trialSeconds === null) return { trialSeconds, seconds: limit, numTrials: maxTrials };
  const fitting =
    limit === null ? Infinity : Math.max(1, Math.floor(limit / trialSeconds)) * numParallel;
  const numTrials = Math.min(maxTrials ?? Infinity, fitting);
  const seconds = Math.min(limit ?? Infinity, Math.ceil(numTrials / numParallel) * trialSeconds);
  return {
    trialSeconds,
    seconds: Number.isFinite(seconds) ? seconds : null,
    numTrials: Number.isFinite(numTrials) ? numTrials : null,
  };
}
