import { Tag } from "antd";
import { Trans, useTranslation } from "react-i18next";

import { useTaskCard } from "@/api/task-card";
import { gainOver, metricText } from "@/components/metrics/metric";
import { MetricTerm } from "@/components/metrics/metric-term";
import { Stat, Stats } from "@/components/ui/stat";
import { Term } from "@/components/ui/term";
import { formatBytes, formatCount, formatDuration } from "@/i18n/format";

import { deviceText } from "../report/device-text";
import type { MetricValue, SectionedReport } from "../report/report";
import { reportText } from "../report/report-text";
import type { ModelVersion } from "../types";
import styles from "../version/version.module.css";
import { OwnMetricStats } from "./own-metric-stats";

/** Can I trust it: the metric with its interval, beside the simple method it has to beat. */
export function SectionedHeadline(props: { version: ModelVersion; report: SectionedReport }) {
  const { version, report } = props;
  const { t, i18n } = useTranslation();
  const [primary] = report.metrics;
  const place = version.is_built_in ? "builtIn" : "models.sections";
  const prediction = useTaskCard(version.task)?.prediction;
  // A table is one sample; what its model is measured on are rows, or forecasts of a series.
  const unit = prediction === "rows" || prediction === "forecast" ? prediction : "samples";
  const value = (metric: MetricValue) => metricText(metric.value, metric.unit, i18n.language);
  const interval = ({ low, high, unit }: MetricValue) =>
    low === null || high === null
      ? undefined
      : `${metricText(low, unit, i18n.language)} – ${metricText(high, unit, i18n.language)}`;
  return (
    <section>
      {primary !== undefined && (
        <p className={styles.headline}>
          <Trans
            i18nKey={`${place}.${interval(primary) === undefined ? "sentence" : "sentenceWithInterval"}`}
            values={{
              metric: reportText(t, primary.name),
              value: value(primary),
              interval: interval(primary),
              samples: formatCount(report.num_samples, i18n.language),
              split: t(`models.measuredOn.${unit}.${report.split}`),
              data: version.dataset_versions
                .map((item) => `${item.dataset_name} v${item.number}`)
                .join(", "),
            }}
            components={{ strong: <strong />, interval: <Term name="confidence_interval" /> }}
          />{" "}
          {version.from_scratch && unit === "samples" && (
            <Term name="from_scratch">{t("models.headline.fromScratch")}</Term>
          )}
          {report.baseline !== null && <Baseline primary={primary} baseline={report.baseline} />}
        </p>
      )}
      <Stats>
        {report.metrics.map((metric) => (
          <Stat
            key={metric.name}
            label={<MetricTerm name={metric.name}>{reportText(t, metric.name)}</MetricTerm>}
            value={value(metric)}
            detail={interval(metric) ?? t(`models.of.${unit}`, { count: report.num_samples })}
          />
        ))}
        <OwnMetricStats metrics={report.own_metrics} />
        <Stat
          label={t("models.headline.size")}
          value={formatBytes(version.size_bytes, i18n.language)}
          detail={
            report.training.parameters > 0 &&
            t("models.headline.parameters", {
              value: formatCount(report.training.parameters, i18n.language),
            })
          }
        />
        <Stat
          label={<Term name="latency">{t("models.sections.latency")}</Term>}
          value={formatDuration(report.runtime.latency_p50_ms / 1000, i18n.language)}
          detail={deviceText(t, report.runtime)}
        />
      </Stats>
    </section>
  );
}

function Baseline({ primary, baseline }: { primary: MetricValue; baseline: MetricValue }) {
  const { t, i18n } = useTranslation();
  const gain = gainOver(primary.value, baseline.value, {
    unit: primary.unit,
    higherIsBetter: primary.higher_is_better,
  });
  return (
    <>
      {" "}
      {t("models.sections.baseline", {
        name: reportText(t, baseline.name),
        value: metricText(baseline.value, baseline.unit, i18n.language),
      })}{" "}
      <Tag color={gain > 0 ? "success" : "warning"}>
        {t(gain > 0 ? "models.sections.beaten" : "models.sections.unbeaten")}
      </Tag>
    </>
  );
}
