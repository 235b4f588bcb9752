import { useTranslation } from "react-i18next";

import { metricText } from "./metric";
import { metricName } from "./metric-name";
import styles from "./primary-metric.module.css";
import { useMetricKind } from "./use-metric-kind";

interface PrimaryMetricProps {
  task: string;
  /** Which number the model or run is evaluated by. */
  metric: string;
  value: number;
  /** Say what the number is, where no heading does. */
  isNamed?: boolean;
}

/** The metric that a model or run is evaluated by, in its unit. */
export function PrimaryMetric({ task, metric, value, isNamed = false }: PrimaryMetricProps) {
  const { t, i18n } = useTranslation();
  const { unit } = useMetricKind(task, metric);
  return (
    <>
      {isNamed && <span className={styles.name}>{metricName(t, metric)} </span>}
      {metricText(value, unit, i18n.language)}
    </>
  );
}
