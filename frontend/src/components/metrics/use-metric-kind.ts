import { useMemo } from "react";

import { useTaskCard, type TaskCard } from "@/api/task-card";

import type { MetricKind } from "./metric";

const SHARE: MetricKind = { unit: "share", higherIsBetter: true };

/**
 * What is known of a metric that a task's models are evaluated by, which each of them says of itself;
 * of the task's usual one without a name. A share until the catalog is there.
 */
export function useMetricKind(task: string | undefined, metric?: string): MetricKind {
  const card = useTaskCard(task);
  return useMemo(() => metricKind(card, metric), [card, metric]);
}

/** The same of a card that is at hand. */
export function metricKind(card: TaskCard | undefined, metric?: string): MetricKind {
  const known = card?.metrics.find(({ name }) => name === metric) ?? card?.metrics[0];
  return known === undefined ? SHARE : { unit: known.unit, higherIsBetter: known.higher_is_better };
}
