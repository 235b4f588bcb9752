import { Segmented } from "antd";
import { memo, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { isFinished } from "@/api/jobs";
import { useTaskCard, type TaskCard } from "@/api/task-card";
import { LineChart, type LineSeries } from "@/components/charts/line-chart";
import { metricText, type MetricUnit } from "@/components/metrics/metric";
import { metricName } from "@/components/metrics/metric-name";
import { metricUnit } from "@/components/metrics/metric-unit";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { useAddressParts } from "@/components/ui/use-address";

import { useRunMetrics } from "../api/use-run-metrics";
import { metricNames, withMeasurements, type MetricData, type Series } from "../curves/series";
import { thin } from "../curves/thinning";
import type { TrainingRun } from "../types";
import { CompareRuns, useComparedRuns } from "./compared-runs";
import styles from "./run.module.css";

const MAX_POINTS = 500;
/** A curve of fewer points gains nothing from smoothing. */
const FEW_POINTS = 10;

interface CurvesPanelProps {
  run: TrainingRun;
  /** What was measured since the page was opened. */
  measurements: MetricData[];
}

/** Loss and metrics of the run, live, beside those of other runs. */
export const CurvesPanel = memo(function CurvesPanel({ run, measurements }: CurvesPanelProps) {
  const { t } = useTranslation();
  const [query, change] = useAddressParts();
  const axis = query.get("axis") === "step" ? "step" : "epoch";
  const metrics = useRunMetrics(run.id);
  const others = useComparedRuns(run);
  const own = useMemo(
    () => withMeasurements((metrics.data?.series ?? []) as Series[], measurements),
    [metrics.data, measurements],
  );
  const all = [
    { name: others.length === 0 ? "" : `#${run.number} · `, series: own },
    ...others.map(({ name, data }) => ({
      name: `${name} · `,
      series: (data?.series ?? []) as Series[],
    })),
  ];

  return (
    <Panel
      title={t("training.run.curves")}
      extra={
        <Segmented
          size="small"
          aria-label={t("training.run.axis")}
          value={axis}
          onChange={(value) => change({ axis: value === "epoch" ? null : value })}
          options={[
            { value: "epoch", label: t("ui.chart.epoch") },
            { value: "step", label: t("ui.chart.step") },
          ]}
        />
      }
    >
      <div className={styles.compare}>
        <CompareRuns run={run} />
      </div>
      {metrics.isError ? (
        <ErrorState error={metrics.error} onRetry={() => void metrics.refetch()} />
      ) : metrics.isPending ? (
        <RowsSkeleton count={4} />
      ) : own.length === 0 ? (
        <EmptyState title={t("training.run.noCurves.title")}>
          {t(isFinished(run.job) ? "training.run.noCurves.never" : "training.run.noCurves.text")}
        </EmptyState>
      ) : (
        <Charts runs={all} axis={axis} task={run.task} primary={run.primary_metric} />
      )}
    </Panel>
  );
});

interface ChartedRun {
  name: string;
  series: Series[];
}

interface ChartsProps {
  runs: ChartedRun[];
  axis: "epoch" | "step";
  task: string;
  primary: string;
}

export function Charts({ runs, axis, task, primary }: ChartsProps) {
  const { t, i18n } = useTranslation();
  const card = useTaskCard(task);
  const formats = useMemo(() => {
    const format = (unit: MetricUnit) => (value: number) =>
      metricText(value, unit, i18n.language, 2);
    return { share: format("share"), number: format("number"), seconds: format("seconds") };
  }, [i18n.language]);
  const names = metricNames(runs[0]?.series ?? [], primary);
  const isCurve = (metric: string) =>
    runs.some(({ series }) =>
      series.some((curve) => curve.metric === metric && curve.points.length > 1),
    );
  const single = names.filter((metric) => !isCurve(metric));
  return (
    <div className={styles.charts}>
      {single.length > 0 && <SingleValues names={single} runs={runs} card={card} />}
      {names.filter(isCurve).map((metric) => {
        const series = runs.flatMap((run) => lines(run.name, run.series, metric, axis, t));
        const unit = metricUnit(metric, card);
        return (
          <LineChart
            key={metric}
            title={metricName(t, metric)}
            xLabel={t(axis === "epoch" ? "ui.chart.epoch" : "ui.chart.step")}
            format={formats[unit]}
            isShare={unit === "share"}
            smoothing={series.some(({ points }) => points.length > FEW_POINTS)}
            height={200}
            series={series}
          />
        );
      })}
    </div>
  );
}

/** What was measured once: a number says more than a chart of one point. */
function SingleValues(props: { names: string[]; runs: ChartedRun[]; card: TaskCard | undefined }) {
  const { names, runs, card } = props;
  const { t, i18n } = useTranslation();
  const rows = names.flatMap((metric) =>
    runs.flatMap((run) =>
      run.series
        .filter((curve) => curve.metric === metric)
        .map(({ split, points }) => ({ metric, run: run.name, split, value: points[0]?.[2] })),
    ),
  );
  return (
    <table className={styles.values}>
      <caption>{t("training.run.measuredOnce")}</caption>
      <tbody>
        {rows.map(({ metric, run, split, value }) => (
          <tr key={`${metric} ${run} ${split}`}>
            <th scope="row">{metricName(t, metric)}</th>
            <td>
              {run}
              {t(`training.split.${split}`)}
            </td>
            <td>
              {value === undefined
                ? "–"
                : metricText(value, metricUnit(metric, card), i18n.language, 2)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function lines(
  prefix: string,
  series: Series[],
  metric: string,
  axis: "epoch" | "step",
  t: (key: string) => string,
): LineSeries[] {
  return series
    .filter((curve) => curve.metric === metric)
    .map((curve) => ({
      name: prefix + t(`training.split.${curve.split}`),
      points: thin(curve.points, MAX_POINTS).map(
        ([step, epoch, value]) => [axis === "step" ? step : epoch, value] as const,
      ),
    }));
}
