import type { TaskCard } from "@/api/task-card";

import type { MetricUnit } from "./metric";

/** Of what runs measure beside the numbers on their task's card: those that are a part of a whole. */
export const SHARES: ReadonlySet<string> = new Set([
  "accuracy",
  "macro_f1",
  "mean_average_precision",
  "macro_precision",
  "macro_recall",
  "f1",
  "precision",
  "recall",
  "entity_f1",
  "text_accuracy",
  "auc",
  "recall_at_1",
  "recall_at_5",
  "recall_at_10",
  "explained",
  "map_50",
  "map_75",
  "map_50_95",
  "mask_quality",
  "mean_iou",
  "pixel_accuracy",
  "border_error",
  "line_f1",
  "detection_f1",
  "detection_precision",
  "detection_recall",
  "line_accuracy",
  "character_error_rate",
  "smape",
  "coverage",
  "text_to_image_recall_at_1",
  "text_to_image_recall_at_5",
  "text_to_image_recall_at_10",
  "image_to_text_recall_at_1",
  "image_to_text_recall_at_5",
  "image_to_text_recall_at_10",
  "hota",
  "detection_accuracy",
  "association_accuracy",
  "localization_accuracy",
  "idf1",
  "identity_precision",
  "identity_recall",
  "mota",
  "field_accuracy",
  "aligned_share",
  "product_recall",
  "count_error",
  "share_error",
  "word_error_rate",
  "sentence_accuracy",
  "keyword_accuracy",
  "auroc",
  "average_precision",
  "pixel_auroc",
  "pro",
]);

/** In which unit a run's metric is written; `card` is that of the run's task. */
export function metricUnit(metric: string, card: TaskCard | undefined): MetricUnit {
  const known = card?.metrics.find(({ name }) => name === metric);
  return known?.unit ?? (SHARES.has(metric) ? "share" : "number");
}
