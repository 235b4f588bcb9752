import { useTranslation } from "react-i18next";

import { metricText } from "@/components/metrics/metric";
import { Stat } from "@/components/ui/stat";

import type { MetricValue } from "../report/report";

/** Metrics that the training's plugin registered, under the names it gave them. */
export function OwnMetricStats({ metrics }: { metrics: MetricValue[] }) {
  const { t, i18n } = useTranslation();
  return metrics.map((metric) => (
    <Stat
      key={metric.name}
      label={metric.name}
      value={metricText(metric.value, metric.unit, i18n.language)}
      detail={t(`models.headline.own.${metric.higher_is_better ? "higher" : "lower"}`)}
    />
  ));
}
