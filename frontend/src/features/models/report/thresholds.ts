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

/** Return the one threshold, in steps of 0.01, that gives the best macro F1 for all classes. */
export function bestCommonThreshold(classes: ClassReport[]): number {
  let best = { threshold: 0.5, f1: -1 };
  for (let percent = 1; percent < 100; percent += 1) {
    const threshold = percent / 100;
    const { f1 } = macroScoresAt(classes, {}, threshold);
    if (f1 > best.f1) best = { threshold, f1 };
  }
  return best.threshold;
}
