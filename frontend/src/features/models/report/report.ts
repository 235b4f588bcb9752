/** The report of a model version, and what pages read out of it. */

import type { components } from "../../../api/generated/schema";

type Schemas = components["schemas"];

export type ClassificationReport = Schemas["ClassificationReport"];
export type ClassReport = Schemas["ClassReport"];
export type Estimate = Schemas["Estimate"];
export type Example = Schemas["Example"];
export type MetricValue = Schemas["MetricValue"];
export type Mistake = Schemas["Mistake"];
export type PrPoint = Schemas["PrPoint"];
export type Report = Schemas["Report"];
export type RuntimeCheck = Schemas["RuntimeCheck"];
/** Of every task that is no classifier: figures for the head, then sections drawn in order. */
export type SectionedReport = Schemas["SectionedReport"];
export type TrainingSummary = Schemas["TrainingSummary"];

/** Return the estimate that the headline names: the primary metric, or else the accuracy. */
export function headlineEstimate(report: ClassificationReport): {
  metric: string;
  estimate: Estimate;
} {
  return report.primary_metric === "macro_f1"
    ? { metric: "macro_f1", estimate: report.macro_f1 }
    : { metric: "accuracy", estimate: report.accuracy };
}

/** Return the listed mistakes of one cell of the confusion matrix. */
export function mistakesOfCell(
  report: ClassificationReport,
  actual: string | null,
  predicted: string | null,
): Mistake[] {
  return report.mistakes.filter(
    (mistake) =>
      (actual === null || mistake.actual.includes(actual)) &&
      (predicted === null || mistake.predicted.includes(predicted)),
  );
}

export interface ConfusedPair {
  actual: string;
  predicted: string;
  count: number;
}

/** List the off-diagonal cells that hold samples, the largest first. */
export function confusedPairs(report: ClassificationReport): ConfusedPair[] {
  const { labels } = report;
  return report.confusion
    .flatMap((row, from) =>
      row.map((count, to) => ({
        actual: labels[from] ?? "",
        predicted: labels[to] ?? "",
        count: from === to ? 0 : count,
      })),
    )
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}

export interface HeldOutSample {
  sample_id: string;
  name: string;
  /** The sample itself, where the run made it. */
  sample_image?: string | null;
}

/** Samples that the report shows and that the model never learnt from, each once. */
export function heldOutSamples(report: Report): HeldOutSample[] {
  const listed: HeldOutSample[] =
    report.kind === "classification"
      ? [...report.examples, ...report.mistakes]
      : report.sections.flatMap((section) => (section.kind === "cases" ? section.cases : []));
  return [...new Map(listed.map((item) => [item.sample_id, item])).values()];
}
