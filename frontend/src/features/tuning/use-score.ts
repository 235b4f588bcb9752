import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useTaskCard } from "@/api/task-card";
import { metricText, type MetricUnit } from "@/components/metrics/metric";
import { metricName } from "@/components/metrics/metric-name";

import type { Study } from "./types";

export interface Score {
  /** What the score is called. */
  name: string;
  unit: MetricUnit;
  text: (score: number) => string;
}

/**
 * How the scores of a study are named and written. Some tasks compare trials by another number
 * than the one that their models are evaluated by; only that one has a unit of its own.
 */
export function useScore(study: Pick<Study, "task" | "primary_metric"> | undefined): Score {
  const { t, i18n } = useTranslation();
  const card = useTaskCard(study?.task);
  const metric = study?.primary_metric ?? "";
  const unit = card !== undefined && card.primary_metric === metric ? card.primary_unit : "number";
  return useMemo(
    () => ({
      name: metricName(t, metric),
      unit,
      text: (score) => metricText(score, unit, i18n.language, 2),
    }),
    [t, i18n.language, metric, unit],
  );
}
