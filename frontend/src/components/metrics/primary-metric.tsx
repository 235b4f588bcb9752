import { useTranslation } from "react-i18next";

import { metricText } from "./metric";
import { useMetricKind } from "./use-metric-kind";

/** The primary metric of a task's model or run, in its unit. */
export function PrimaryMetric({ task, value }: { task: string; value: number }) {
  const { i18n } = useTranslation();
  const { unit } = useMetricKind(task);
  return <>{metricText(value, unit, i18n.language, 2)}</>;
}
