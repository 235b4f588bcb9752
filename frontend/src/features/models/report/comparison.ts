import {
  headlineEstimate,
  type ClassificationReport,
  type MetricValue,
  type Report,
  type SectionedReport,
} from "./report";

export interface Difference {
  key: string;
  unit: MetricValue["unit"];
  higherIsBetter: boolean;
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
  /** The 95 % intervals of the headline metric do not touch; `null` when one of them is unknown. */
  isCertain: boolean | null;
  /** Both were measured on the same number of samples of the same split. */
  isLikeForLike: boolean;
}

const difference = (
  key: string,
  ours: number,
  theirs: number,
  unit: MetricValue["unit"] = "share",
  higherIsBetter = true,
): Difference => ({
  key,
  unit,
  higherIsBetter,
  ours,
  theirs,
  change: ours - theirs,
});

/** Set two reports of one kind side by side; `null` for two that measure different things. */
export function compareReports(ours: Report, theirs: Report): ReportComparison | null {
  if (ours.kind === "classification" && theirs.kind === "classification") {
    return compareClassifiers(ours, theirs);
  }
  if (ours.kind === "sections" && theirs.kind === "sections") return compareSections(ours, theirs);
  return null;
}

function compareSections(ours: SectionedReport, theirs: SectionedReport): ReportComparison {
  const [first] = ours.metrics;
  const other = theirs.metrics.find(({ name }) => name === first?.name);
  return {
    metrics: ours.metrics.flatMap(({ name, value, unit, higher_is_better }) => {
      const same = theirs.metrics.find((metric) => metric.name === name);
      return same === undefined
        ? []
        : [difference(name, value, same.value, unit, higher_is_better)];
    }),
    classes: [],
    onlyOurs: ours.labels.filter((label) => !theirs.labels.includes(label)),
    onlyTheirs: theirs.labels.filter((label) => !ours.labels.includes(label)),
    isCertain:
      first === undefined || other === undefined || !hasInterval(first) || !hasInterval(other)
        ? null
        : areApart(first, other),
    isLikeForLike: ours.split === theirs.split && ours.num_samples === theirs.num_samples,
  };
}

type Interval = { low: number; high: number };

function hasInterval(metric: MetricValue): metric is MetricValue & Interval {
  return metric.low !== null && metric.high !== null;
}

function compareClassifiers(
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

const areApart = (one: Interval, other: Interval) => one.low > other.high || other.low > one.high;
