/** How long a search will take, as far as that can be known before it begins. */

import type { Study } from "../types";
import { numEnded } from "../study/progress";
import type { StudyDraft } from "./draft";

interface Known {
  /** Of one run on all data, for each network that may be chosen; `null` where unknown. */
  runSeconds: readonly (number | null)[];
  /** Of one trial of an earlier search like this one; `null` without. */
  earlier?: number | null;
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
  const trialSeconds = known.earlier ?? (isKnown ? mean * dataFraction : null);
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

const MIN_TRIALS = 3;

/**
 * Return how long a trial took in the newest search of the same network and data, options and
 * share of data; `null` without one. What it took includes waiting between trials.
 */
export function trialSecondsOf(
  studies: readonly Study[],
  draft: Pick<StudyDraft, "backbones" | "versionIds" | "options" | "dataFraction" | "population">,
): number | null {
  const like = studies.find(
    (study) =>
      numEnded(study) >= MIN_TRIALS &&
      draft.backbones.length === 1 &&
      study.backbone === draft.backbones[0] &&
      !study.space.parameters.some(({ name }) => name === "backbone") &&
      study.data_fraction === draft.dataFraction &&
      study.population?.interval === draft.population?.interval &&
      JSON.stringify(study.options) === JSON.stringify(draft.options) &&
      study.dataset_versions.length === draft.versionIds.length &&
      study.dataset_versions.every(({ id }) => draft.versionIds.includes(id)),
  );
  if (like === undefined) return null;
  return (like.seconds_used * like.num_parallel) / numEnded(like);
}
