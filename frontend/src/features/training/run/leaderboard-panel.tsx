import { Table, Tag } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { isFinished } from "@/api/jobs";
import { candidateName } from "@/components/metrics/candidate-name";
import { compareMetrics, metricText, sortDirections } from "@/components/metrics/metric";
import { MetricTerm } from "@/components/metrics/metric-term";
import { useMetricKind } from "@/components/metrics/use-metric-kind";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Duration } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { formatMetric, formatPercent } from "@/i18n/format";

import { useRunMetrics } from "../api/use-run-metrics";
import type { Candidate, TrainingRun } from "../types";
import { CompareRuns, useComparedRuns } from "./compared-runs";
import styles from "./run.module.css";
import { BLEND, latestOf, ranked, type Standing } from "./standings";

interface LeaderboardPanelProps {
  run: TrainingRun;
  /** What was told since the page was opened. */
  candidates: Candidate[];
}

/** The models that a run tried beside each other, live, beside those of other runs. */
export function LeaderboardPanel({ run, candidates }: LeaderboardPanelProps) {
  const { t } = useTranslation();
  const metrics = useRunMetrics(run.id);
  const others = useComparedRuns(run);
  const own = latestOf([...(metrics.data?.candidates ?? []), ...candidates]);
  const standings: Standing[] = [
    ...own.map((candidate) => ({ ...candidate, run: `#${run.number}` })),
    ...others.flatMap(({ name, data }) =>
      (data?.candidates ?? []).map((candidate) => ({ ...candidate, run: name })),
    ),
  ];
  return (
    <Panel
      flush={own.length > 0}
      title={t("training.run.leaderboard.title")}
      extra={<CompareRuns run={run} size="small" />}
    >
      {metrics.isError ? (
        <ErrorState error={metrics.error} onRetry={() => void metrics.refetch()} />
      ) : metrics.isPending ? (
        <RowsSkeleton count={4} />
      ) : own.length === 0 ? (
        <Nothing run={run} wasMeasured={metrics.data.series.length > 0} />
      ) : (
        <Leaderboard task={run.task} standings={standings} hasRuns={others.length > 0} />
      )}
    </Panel>
  );
}

/** Runs of before models were told of one by one have their leaderboard in the report alone. */
function Nothing({ run, wasMeasured }: { run: TrainingRun; wasMeasured: boolean }) {
  const { t } = useTranslation();
  if (wasMeasured && run.model_version_id !== null) {
    return (
      <EmptyState
        title={t("training.run.leaderboard.inReport")}
        action={
          <Link to={`/projects/${run.project_id}/models/${run.model_version_id}`}>
            {t("training.run.openModel")}
          </Link>
        }
      />
    );
  }
  return (
    <EmptyState title={t("training.run.leaderboard.none")}>
      {t(isFinished(run.job) ? "training.run.noCurves.never" : "training.run.leaderboard.noneText")}
    </EmptyState>
  );
}

interface LeaderboardProps {
  task: string;
  standings: Standing[];
  /** Models of several runs stand together. */
  hasRuns: boolean;
}

export function Leaderboard({ task, standings, hasRuns }: LeaderboardProps) {
  const { t, i18n } = useTranslation();
  const metric = standings[0]?.metric;
  const kind = useMetricKind(task, metric);
  const text = (value: number) => metricText(value, kind.unit, i18n.language, 1);
  // Runs that predict another kind of answer are evaluated by another number.
  const rows = ranked(
    standings.filter((standing) => standing.metric === metric),
    kind,
  );
  const best = rows[0];
  return (
    <>
      <p className={styles.about}>{t("training.run.leaderboard.about")}</p>
      <Table<Standing>
        rowKey={({ run, name }) => `${run} ${name}`}
        size="small"
        dataSource={rows}
        pagination={false}
        scroll={{ x: "max-content" }}
        columns={[
          ...(hasRuns ? [{ title: t("training.runs.run"), dataIndex: "run" }] : []),
          {
            title: t("training.run.leaderboard.model"),
            render: (_, one) => (
              <>
                {candidateName(t, one.name)}
                {one === best && rows.length > 1 && (
                  <Tag color="success" className={styles.best}>
                    {t("training.run.leaderboard.best")}
                  </Tag>
                )}
              </>
            ),
          },
          {
            title: <MetricTerm name={metric ?? ""} />,
            align: "right",
            sorter: (one, other) => compareMetrics(one.value, other.value, kind),
            sortDirections: sortDirections(kind),
            render: (_, one) => <strong>{text(one.value)}</strong>,
          },
          {
            title: t("training.run.leaderboard.interval"),
            align: "right",
            render: (_, { low, high }) =>
              low === null || high === null ? "–" : `${text(low)} – ${text(high)}`,
          },
          {
            title: t("training.run.leaderboard.loss"),
            align: "right",
            sorter: (one, other) => one.loss - other.loss,
            render: (_, one) => formatMetric(one.loss, i18n.language),
          },
          {
            title: t("training.run.leaderboard.weight"),
            align: "right",
            sorter: (one, other) => (one.weight ?? 0) - (other.weight ?? 0),
            render: (_, { name, weight }) =>
              weight === null || name === BLEND ? "–" : formatPercent(weight, i18n.language),
          },
          {
            title: t("training.run.leaderboard.seconds"),
            align: "right",
            sorter: (one, other) => one.seconds - other.seconds,
            render: (_, { seconds }) => <Duration seconds={seconds} />,
          },
        ]}
      />
    </>
  );
}
