import type { MetricChange } from "./types";

/** What a difference tells; `few` where no interval is known. */
export type Verdict = "better" | "worse" | "same" | "unclear" | "few";

/** Whether a model is better than the first, as far as the samples can tell. */
export function verdictOf(change: MetricChange, higherIsBetter: boolean): Verdict {
  const { low, high } = change;
  if (low === null || high === null) return "few";
  if (low === 0 && high === 0) return "same";
  if (low > 0) return higherIsBetter ? "better" : "worse";
  if (high < 0) return higherIsBetter ? "worse" : "better";
  return "unclear";
}
