/** `report.json`, as `engine/specs/package/report.py` defines it. */

import type { Section } from "./sections";

export interface Estimate {
  value: number;
  low: number;
  high: number;
  num_samples: number;
}

export interface PrPoint {
  threshold: number;
  precision: number;
  recall: number;
  f1: number;
}

export interface ClassReport {
  label: string;
  num_samples: number;
  precision: number;
  recall: number;
  f1: number;
  average_precision: number;
  recommended_threshold: number;
  curve: PrPoint[];
}

export interface Mistake {
  sample_id: string;
  name: string;
  actual: string[];
  predicted: string[];
  score: number;
  heatmap: string | null;
}

export interface Example {
  sample_id: string;
  name: string;
  label: string;
  predicted: string;
  score: number;
  heatmap: string;
}

export interface RuntimeCheck {
  runtime: string;
  num_samples: number;
  metric: number;
  trained_metric: number;
  max_abs_difference: number;
  size_bytes: number;
  latency_p50_ms: number;
  latency_p99_ms: number;
  device: string;
}

export interface TrainingSummary {
  backbone: string;
  pretrained: string | null;
  from_scratch: boolean;
  epochs: number;
  best_epoch: number;
  train_samples: number;
  train_seconds: number;
  device: string;
  parameters: number;
}

export interface ClassificationReport {
  kind: "classification";
  multi_label: boolean;
  split: "train" | "validation" | "test";
  num_samples: number;
  primary_metric: string;
  accuracy: Estimate;
  macro_precision: number;
  macro_recall: number;
  macro_f1: Estimate;
  mean_average_precision: number;
  top_k: number[];
  labels: string[];
  classes: ClassReport[];
  /** `confusion[actual][given]`; empty for multi-label. */
  confusion: number[][];
  mistakes: Mistake[];
  num_mistakes: number;
  examples: Example[];
  runtime: RuntimeCheck;
  training: TrainingSummary;
}

export interface MetricValue {
  name: string;
  value: number;
  low: number | null;
  high: number | null;
  unit: "share" | "number" | "seconds";
  higher_is_better: boolean;
}

/** Of every task that is no classifier: figures for the head, then sections drawn in order. */
export interface SectionedReport {
  kind: "sections";
  split: "train" | "validation" | "test";
  num_samples: number;
  primary_metric: string;
  /** The primary one first. */
  metrics: MetricValue[];
  /** The same metric of the simple method that the model has to beat. */
  baseline: MetricValue | null;
  labels: string[];
  sections: Section[];
  runtime: RuntimeCheck;
  training: TrainingSummary;
}

export type Report = ClassificationReport | SectionedReport;

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
