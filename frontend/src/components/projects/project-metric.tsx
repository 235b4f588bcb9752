import { use } from "react";
import { useTranslation } from "react-i18next";

import { metricName } from "@/components/metrics/metric-name";
import { PrimaryMetric } from "@/components/metrics/primary-metric";
import { loadPageTexts } from "@/i18n/language";

interface ProjectMetricProps {
  task: string;
  metric: string;
  value: number;
}

/** What the best model of a project reaches, with the metric's name once its texts are there. */
export function ProjectMetric({ task, metric, value }: ProjectMetricProps) {
  const { t, i18n } = useTranslation();
  use(loadPageTexts(i18n));
  return (
    <span>
      {metricName(t, metric)}{" "}
      <strong>
        <PrimaryMetric task={task} metric={metric} value={value} />
      </strong>
    </span>
  );
}
