import { Alert } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useMay } from "@/api/project";
import { metricText, type MetricUnit } from "@/components/metrics/metric";
import { metricName } from "@/components/metrics/metric-name";
import { useMetricKind } from "@/components/metrics/use-metric-kind";
import { formatNumber } from "@/i18n/format";
import { codedText, counted } from "@/i18n/problem-text";

import type { TrainingRun } from "../types";
import { nextSteps, stepPath } from "./next-steps";
import styles from "./run.module.css";

interface VerdictNoticeProps {
  run: TrainingRun;
  verdict: NonNullable<TrainingRun["verdict"]>;
}

/** A run that ended with a model no better than guessing: why that may be, and what to do next. */
export function VerdictNotice({ run, verdict }: VerdictNoticeProps) {
  const { t, i18n } = useTranslation();
  const { unit } = useMetricKind(run.task, run.primary_metric);
  const mayChange = useMay("developer");
  // What is measured beside the primary metric is a share.
  const written = (
    value: number,
    of: MetricUnit = verdict.metric === run.primary_metric ? unit : "share",
  ) => metricText(value, of, i18n.language);
  return (
    <Alert
      type="warning"
      showIcon
      title={t("running.verdict.title")}
      description={
        <div className={styles.verdict}>
          <p>
            {t("running.verdict.text", {
              metric: metricName(t, verdict.metric),
              value: written(verdict.value),
              guess: written(verdict.guess),
            })}
          </p>
          <h3>{t("running.verdict.reasons")}</h3>
          <ul>
            {verdict.reasons.map(({ code, params }) => (
              <li key={code}>
                {t(`running.reason.${code}`, {
                  ...counted(params),
                  ...rateOf(params, i18n.language),
                  // What was warned of before has its text there.
                  defaultValue: codedText(t, code, params, code),
                })}
              </li>
            ))}
          </ul>
          {mayChange && (
            <>
              <h3>{t("running.verdict.next")}</h3>
              <p className={styles.steps}>
                {nextSteps(verdict).map((step) => (
                  <Link key={step} to={stepPath(step, run, verdict)}>
                    {t(`running.step.${step}`)}
                  </Link>
                ))}
              </p>
            </>
          )}
        </div>
      }
    />
  );
}

function rateOf(params: Record<string, unknown>, language: string): Record<string, string> {
  const rate = params["learning_rate"];
  return typeof rate === "number" ? { learning_rate: formatNumber(rate, language) } : {};
}
