import { Trans, useTranslation } from "react-i18next";

import type { Media } from "@/components/media/source";
import { metricName } from "@/components/metrics/metric-name";
import { MetricTerm } from "@/components/metrics/metric-term";
import { Stat, Stats } from "@/components/ui/stat";
import { Term } from "@/components/ui/term";
import { formatBytes, formatCount, formatDuration, formatPercent } from "@/i18n/format";

import { deviceText } from "../report/device-text";
import { headlineEstimate, type ClassificationReport } from "../report/report";
import { OwnMetricStats } from "../sections/own-metric-stats";
import type { ModelVersion } from "../types";
import styles from "./version.module.css";

/** How many samples of the rarest class were found, which the other numbers hardly show. */
function RarestRecall({ report }: { report: ClassificationReport }) {
  const { t, i18n } = useTranslation();
  const rarest = report.classes.find(({ label }) => label === report.rarest);
  if (rarest === undefined) return null;
  const percent = (value: number) => formatPercent(value, i18n.language);
  const interval = rarest.recall_interval;
  return (
    <Stat
      label={<MetricTerm name="rarest_recall" />}
      value={rarest.num_samples > 0 ? percent(rarest.recall) : t("models.headline.notTested")}
      detail={
        interval === null ? rarest.label : `${rarest.label}: ${interval.map(percent).join(" – ")}`
      }
    />
  );
}

/** Can I trust it: the metric with its interval, on how many samples of which part of which data. */
export function Headline(props: {
  version: ModelVersion;
  report: ClassificationReport;
  media: Media;
}) {
  const { version, report, media } = props;
  const { t, i18n } = useTranslation();
  const { metric, estimate } = headlineEstimate(report);
  const percent = (value: number) => formatPercent(value, i18n.language);
  const count = (value: number) => formatCount(value, i18n.language);
  return (
    <section>
      <p className={styles.headline}>
        <Trans
          i18nKey="models.headline.sentence"
          values={{
            metric: metricName(t, metric),
            value: percent(estimate.value),
            low: percent(estimate.low),
            high: percent(estimate.high),
            samples: count(estimate.num_samples),
            split: t(`models.split.${report.split}`),
            data: version.dataset_versions
              .map((item) => `${item.dataset_name} v${item.number}`)
              .join(", "),
          }}
          components={{ strong: <strong />, interval: <Term name="confidence_interval" /> }}
        />{" "}
        {version.from_scratch && (
          <Term name="from_scratch">{t("models.headline.fromScratch")}</Term>
        )}
      </p>
      {report.untested.length > 0 && (
        <p className={styles.untested} role="note">
          {t("models.headline.untested", {
            count: report.untested.length,
            tested: count(report.classes.length - report.untested.length),
            total: count(report.classes.length),
            labels: report.untested.slice(0, 10).join(", "),
          })}
        </p>
      )}
      <Stats>
        <Stat
          label={<MetricTerm name="accuracy" />}
          value={percent(report.accuracy.value)}
          detail={t("models.headline.of", { count: report.num_samples })}
        />
        <Stat
          label={<MetricTerm name="macro_f1" />}
          value={percent(report.macro_f1.value)}
          detail={`${percent(report.macro_f1.low)} – ${percent(report.macro_f1.high)}`}
        />
        <Stat
          label={<MetricTerm name="average_precision" />}
          value={percent(report.mean_average_precision)}
          detail={t("models.headline.meanOfClasses", {
            count: report.classes.length - report.untested.length,
          })}
        />
        <RarestRecall report={report} />
        <OwnMetricStats metrics={report.own_metrics} />
        <Stat
          label={t("models.headline.size")}
          value={formatBytes(version.size_bytes, i18n.language)}
          detail={t("models.headline.parameters", { value: count(report.training.parameters) })}
        />
        <Stat
          label={<Term name="latency">{t(`models.headline.latencyOf.${media}`)}</Term>}
          value={formatDuration(report.runtime.latency_p50_ms / 1000, i18n.language)}
          detail={deviceText(t, report.runtime)}
        />
      </Stats>
    </section>
  );
}
