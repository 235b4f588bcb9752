import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Overview } from "@/api/types";
import { LineChart } from "@/components/charts/line-chart";
import { bestSoFar } from "@/components/metrics/growth";
import { metricText } from "@/components/metrics/metric";
import { metricName } from "@/components/metrics/metric-name";
import { MetricTerm } from "@/components/metrics/metric-term";
import { PrimaryMetric } from "@/components/metrics/primary-metric";
import { useMetricKind } from "@/components/metrics/use-metric-kind";
import { EmptyState } from "@/components/ui/empty-state";
import { Bytes, Count, Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stat";

import { useModelMetrics } from "../api/list-model-metrics";
import styles from "./projects.module.css";

/** The best model so far, and how the metric went from model to model. */
export function BestModel({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const best = overview.models.best;
  const projectId = overview.project.id;
  if (best === null) {
    return <EmptyState title={t("projects.best.none")}>{t("projects.best.noneHint")}</EmptyState>;
  }
  return (
    <Panel
      title={t("projects.best.title")}
      extra={<Link to={`/projects/${projectId}/models/${best.id}`}>{t("projects.best.open")}</Link>}
    >
      <div className={styles.stack}>
        <Stats>
          <Stat
            label={<MetricTerm name={best.primary_metric} />}
            value={
              <PrimaryMetric task={best.task} metric={best.primary_metric} value={best.metric} />
            }
            detail={t(best.is_built_in ? "builtIn.on" : "projects.best.onTest")}
          />
          {best.num_labels > 0 && (
            <Stat label={t("projects.best.labels")} value={<Count value={best.num_labels} />} />
          )}
          <Stat label={t("projects.best.size")} value={<Bytes value={best.size_bytes} />} />
        </Stats>
        <p className={styles.muted}>
          {t("projects.best.made")} <Time value={best.created_at} />
        </p>
        {overview.models.num > 1 && (
          <MetricOverTime overview={overview} metric={best.primary_metric} />
        )}
      </div>
    </Panel>
  );
}

function MetricOverTime({ overview, metric }: { overview: Overview; metric: string }) {
  const { t, i18n } = useTranslation();
  const models = useModelMetrics(overview.project.id);
  const kind = useMetricKind(overview.project.task, metric);
  if (models.data === undefined) return null;
  const each = models.data
    // What comes with Easel was not measured on the project's data.
    .filter((model) => model.primary_metric === metric && !model.is_built_in)
    .map(({ metric: value }, index) => [index + 1, value] as const);
  if (each.length < 2) return null;
  const best = bestSoFar(each, kind);
  const name = metricName(t, metric);
  return (
    <LineChart
      title={t("projects.best.overTime", { metric: name })}
      xLabel={t("projects.best.version")}
      height={180}
      format={(value) => metricText(value, kind.unit, i18n.language)}
      isShare={kind.unit === "share"}
      series={[
        { name: t("projects.best.bestSoFar"), points: best },
        { name: t("projects.best.eachVersion"), points: each },
      ]}
    />
  );
}
