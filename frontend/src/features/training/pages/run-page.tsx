import { Alert } from "antd";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";

import { isFinished } from "@/api/jobs";
import { useTaskCard } from "@/api/task-card";
import { metricText } from "@/components/metrics/metric";
import { metricName } from "@/components/metrics/metric-name";
import { useMetricKind } from "@/components/metrics/use-metric-kind";
import { ErrorState } from "@/components/ui/error-state";
import { JobStatus } from "@/components/ui/job-progress";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { PageSkeleton } from "@/components/ui/skeletons";
import { formatDuration } from "@/i18n/format";
import { codedText } from "@/i18n/problem-text";

import { useTrainingRun } from "../api/use-training-run";
import { CurvesPanel } from "../run/curves-panel";
import { SummaryPanel, ResourcesPanel } from "../run/summary-panel";
import { LeaderboardPanel } from "../run/leaderboard-panel";
import { LogPanel } from "../run/log-panel";
import { PhaseStrip } from "../run/phase-strip";
import { RunActions } from "../run/run-actions";
import { ResourceCharts } from "../run/resource-charts";
import { useLiveRun } from "../run/use-live-run";
import { VerdictNotice } from "../run/verdict-notice";
import { warningText, type Warning } from "../run/warning-text";
import { runTitle } from "../run-title";
import type { TrainingRun } from "../types";
import styles from "../run/run.module.css";

/** One run: is it learning, and when is it done? */
export function RunPage() {
  const { runId = "" } = useParams();
  const run = useTrainingRun(runId);
  if (run.isError && run.data === undefined) {
    return <ErrorState error={run.error} onRetry={() => void run.refetch()} />;
  }
  if (run.data === undefined) return <PageSkeleton />;
  return <ReadyRun key={`${run.data.id} ${run.data.job.attempt}`} run={run.data} />;
}

function ReadyRun({ run }: { run: TrainingRun }) {
  const { t, i18n } = useTranslation();
  const { unit } = useMetricKind(run.task, run.primary_metric);
  // Of tables, models of many kinds are tried: one curve through their losses would mean nothing.
  const triesModels = useTaskCard(run.task)?.media === "table";
  const { job, connection, lines, points, ...live } = useLiveRun(run);
  const running = !isFinished(job);
  const warnings = lines
    .filter(({ kind }) => kind === "warning")
    .map(({ data }) => data as unknown as Warning);
  const seconds =
    job.started_at == null || job.finished_at == null
      ? undefined
      : (Date.parse(job.finished_at) - Date.parse(job.started_at)) / 1000;
  return (
    <Page
      title={runTitle(run)}
      lead={t(
        job.state === "succeeded" && run.verdict != null
          ? "running.verdict.short"
          : `ui.state.${job.state}`,
      )}
      breadcrumbs={[{ title: t("training.title"), to: `/projects/${run.project_id}/train` }]}
      action={<RunActions run={run} job={job} />}
    >
      <div className={styles.layout}>
        <div className={styles.main}>
          <Panel>
            <PhaseStrip job={job} />
            {running ? (
              <JobStatus job={job} connection={connection} />
            ) : (
              <div className={styles.result}>
                <p>
                  {run.best_metric != null &&
                    t(run.model_version_id == null ? "training.run.best" : "training.run.final", {
                      metric: metricName(t, run.primary_metric),
                      value: metricText(run.best_metric, unit, i18n.language),
                    })}
                  {seconds !== undefined && (
                    <> {t("training.run.took", { time: formatDuration(seconds, i18n.language) })}</>
                  )}
                </p>
              </div>
            )}
            {job.error != null && (
              <Alert
                type="error"
                showIcon
                title={t("training.run.failed")}
                description={codedText(t, job.error.code, job.error.params, job.error.message)}
              />
            )}
          </Panel>
          {!running && run.verdict != null && <VerdictNotice run={run} verdict={run.verdict} />}
          {triesModels ? (
            <LeaderboardPanel run={run} candidates={live.candidates} />
          ) : (
            <CurvesPanel run={run} measurements={live.measurements} />
          )}
          <LogPanel run={run} job={job} lines={lines} numLeftOut={live.numLeftOut} />
          <ResourceCharts points={points} />
        </div>
        <aside className={styles.aside}>
          {warnings.length > 0 && (
            <Panel title={t("training.run.warnings")}>
              <ul className={styles.warnings}>
                {warnings.map((warning, index) => (
                  <li key={index}>{warningText(t, warning, run)}</li>
                ))}
              </ul>
            </Panel>
          )}
          <SummaryPanel run={run} candidates={live.candidates} />
          <ResourcesPanel now={points.at(-1)} numCheckpoints={live.numCheckpoints} />
        </aside>
      </div>
    </Page>
  );
}
