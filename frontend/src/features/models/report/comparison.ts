import { headlineEstimate, type ClassificationReport, type Estimate } from "./report";

export interface Difference {
  key: string;
  ours: number;
  theirs: number;
  /** Positive when ours is larger. */
  change: number;
}

export interface ReportComparison {
  metrics: Difference[];
  /** Classes that both know, the most changed first. */
  classes: Difference[];
  onlyOurs: string[];
  onlyTheirs: string[];
  /** The 95 % intervals of the headline metric do not touch. */
  isCertain: boolean;
  /** Both were measured on the same number of samples of the same split. */
  isLikeForLike: boolean;
}

const difference = (key: string, ours: number, theirs: number): Difference => ({
  key,
  ours,
  theirs,
  change: ours - theirs,
});

/** Set two reports side by side. */
export function compareReports(
  ours: ClassificationReport,
  theirs: ClassificationReport,
): ReportComparison {
  const theirClasses = new Map(theirs.classes.map((item) => [item.label, item]));
  const ourLabels = new Set(ours.labels);
  const classes = ours.classes.flatMap((item) => {
    const other = theirClasses.get(item.label);
    return other === undefined ? [] : [difference(item.label, item.f1, other.f1)];
  });
  return {
    metrics: [
      difference("accuracy", ours.accuracy.value, theirs.accuracy.value),
      difference("macro_f1", ours.macro_f1.value, theirs.macro_f1.value),
      difference("macro_precision", ours.macro_precision, theirs.macro_precision),
      difference("macro_recall", ours.macro_recall, theirs.macro_recall),
      difference(
        "mean_average_precision",
        ours.mean_average_precision,
        theirs.mean_average_precision,
      ),
    ],
    classes: classes.sort((one, other) => Math.abs(other.change) - Math.abs(one.change)),
    onlyOurs: ours.labels.filter((label) => !theirClasses.has(label)),
    onlyTheirs: theirs.labels.filter((label) => !ourLabels.has(label)),
    isCertain: areApart(headlineEstimate(ours).estimate, headlineEstimate(theirs).estimate),
    isLikeForLike: ours.split === theirs.split && ours.num_samples === theirs.num_samples,
  };
}

const areApart = (one: Estimate, other: Estimate) => one.low > other.high || other.low > one.high;
