import { useMemo } from "react";

import { useTaskCard } from "@/api/task-card";

import type { MetricKind } from "./metric";

/** What is known of a task's primary metric; a share until the catalog is there. */
export function useMetricKind(task: string | undefined): MetricKind {
  const card = useTaskCard(task);
  const unit = card?.primary_unit ?? "share";
  const higherIsBetter = card?.higher_is_better ?? true;
  return useMemo(() => ({ unit, higherIsBetter }), [unit, higherIsBetter]);
}
