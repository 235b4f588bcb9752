/** How long models take to answer, and which trials no other beats in both. */

import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatMetric } from "@/i18n/format";

import type { Study, Trial } from "../types";

/** Tell whether an answer takes longer than a study allows. */
export function isTooSlow(study: Pick<Study, "latency_limit_ms">, taken: number | null): boolean {
  return study.latency_limit_ms !== null && (taken === null || taken > study.latency_limit_ms);
}

/** A trial whose model was tried: its score, and milliseconds of one answer. */
export interface TimedTrial {
  number: number;
  score: number;
  latency: number;
}

/** Return the complete trials of which both are known. */
export function timedTrials(trials: readonly Trial[]): TimedTrial[] {
  return trials.flatMap(({ number, state, score, latency_ms: latency }) =>
    state === "complete" && score !== null && latency !== null ? [{ number, score, latency }] : [],
  );
}

/** Return the trials that no other beats in one without losing in the other, the quickest first. */
export function frontOf(
  trials: readonly TimedTrial[],
  direction: Study["direction"],
): TimedTrial[] {
  const sign = direction === "maximize" ? 1 : -1;
  const sorted = [...trials].sort(
    (one, other) => one.latency - other.latency || sign * (other.score - one.score),
  );
  const front: TimedTrial[] = [];
  for (const trial of sorted) {
    const last = front.at(-1);
    if (last === undefined || sign * (trial.score - last.score) > 0) front.push(trial);
  }
  return front;
}

const DIGITS = 3;

/** Milliseconds in the reader's language. */
export function useLatencyText(): (milliseconds: number) => string {
  const { t, i18n } = useTranslation();
  return useMemo(
    () => (milliseconds) =>
      t("tuning.latency.ms", {
        value: formatMetric(Number(milliseconds.toPrecision(DIGITS)), i18n.language),
      }),
    [t, i18n.language],
  );
}
