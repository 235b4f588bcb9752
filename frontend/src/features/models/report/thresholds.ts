import type { ClassReport, PrPoint } from "./report";

export type Scores = Omit<PrPoint, "threshold">;

/**
 * Return precision, recall and F1 of one class at a threshold.
 *
 * A score is taken when it reaches the threshold, so what holds at a threshold between two stored
 * points is what was measured at the next higher one; above the last point nothing is taken, and by
 * convention precision is then 1 and recall 0.
 */
export function scoresAt(curve: PrPoint[], threshold: number): Scores {
  let next: PrPoint | undefined;
  for (const point of curve) {
    if (point.threshold >= threshold && (next === undefined || point.threshold < next.threshold)) {
      next = point;
    }
  }
  if (next === undefined) return { precision: 1, recall: 0, f1: 0 };
  return { precision: next.precision, recall: next.recall, f1: next.f1 };
}

/** Return the mean of the classes' scores, each class at `thresholds[label]` or `common`. */
export function macroScoresAt(
  classes: ClassReport[],
  thresholds: Record<string, number>,
  common: number,
): Scores {
  const scored = classes.filter(({ num_samples, curve }) => num_samples > 0 && curve.length > 0);
  const all = scored.map(({ label, curve }) => scoresAt(curve, thresholds[label] ?? common));
  const mean = (key: keyof Scores) =>
    all.length === 0 ? 0 : all.reduce((sum, scores) => sum + scores[key], 0) / all.length;
  return { precision: mean("precision"), recall: mean("recall"), f1: mean("f1") };
}

/**
 * Return the one threshold, in steps of 0.01, that gives the best macro F1 for all classes.
 *
 * Where many give the same, it is the one next to what the classes themselves recommend: the lowest
 * would take in everything that the few samples measured happened not to have.
 */
export function bestCommonThreshold(classes: ClassReport[]): number {
  const wanted = middle(classes.map(({ recommended_threshold: own }) => own));
  const nearest = Array.from({ length: 99 }, (_, index) => (index + 1) / 100).sort(
    (one, other) => Math.abs(one - wanted) - Math.abs(other - wanted),
  );
  let best = { threshold: wanted, f1: -1 };
  for (const threshold of nearest) {
    const { f1 } = macroScoresAt(classes, {}, threshold);
    if (f1 > best.f1 + ROUNDING) best = { threshold, f1 };
  }
  return best.threshold;
}

/** Sums of the same scores in another order may differ by this. */
const ROUNDING = 1e-9;

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0.5;
}
