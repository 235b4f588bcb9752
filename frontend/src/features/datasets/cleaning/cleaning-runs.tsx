import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { datasetKeys } from "@/api/datasets";
import { isFinished } from "@/api/jobs";
import { useMay } from "@/api/project";
import { ErrorState } from "@/components/ui/error-state";
import { JobFailure, JobProgress, UnreadableFiles } from "@/components/ui/job-progress";
import { Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";

import type { CleaningRun } from "../api/cleaning/cleaning-keys";
import { useCleaningRuns, useUndoCleaning } from "../api/cleaning/use-cleaning-runs";
import { useThisDataset } from "../dataset-context";
import styles from "./cleaning.module.css";
import { DroppedBy } from "./cleaning-preview";

/** What was cleaned here, newest first, and the way back. */
export function CleaningRuns() {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const runs = useCleaningRuns(dataset.id);
  if (runs.isPending) return null;
  if (runs.isError) {
    return <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />;
  }
  if (runs.data.length === 0) return null;
  return (
    <Panel title={t("cleaning.history")}>
      <ul className={styles.runs}>
        {runs.data.map((run) => (
          <li key={run.id}>
            <Run run={run} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Run({ run }: { run: CleaningRun }) {
  const { t } = useTranslation();
  const steps = run.steps.map(({ kind }) => t(`cleaning.step.${String(kind)}.name`));
  return (
    <article className={styles.run} aria-label={run.name || t("cleaning.unnamed")}>
      <header className={styles.runHead}>
        <h3>{run.name || t("cleaning.unnamed")}</h3>
        <span className={styles.muted}>
          <Time value={run.created_at} />
          {run.created_by !== null && ` · ${run.created_by.name}`}
        </span>
      </header>
      <p className={styles.muted}>{steps.join(" → ")}</p>
      <Outcome run={run} />
    </article>
  );
}

/** A run under way, done or taken back. */
function Outcome({ run }: { run: CleaningRun }) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const client = useQueryClient();
  const mayClean = useMay("developer");
  const undo = useUndoCleaning(dataset.id);
  const { job, state } = run;
  // A quick run is over before its progress was ever shown: the counts have changed all the same.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: datasetKeys.one(dataset.id), exact: true });
  }, [client, dataset.id, state, run.num_changed, run.num_dropped]);
  if (job !== null && !isFinished(job)) {
    return (
      <div>
        {t(`cleaning.state.${state}`)}
        <JobProgress
          key={job.id}
          job={job}
          cancellable={mayClean}
          onFinished={() =>
            void client.invalidateQueries({ queryKey: datasetKeys.one(dataset.id) })
          }
        />
      </div>
    );
  }
  return (
    <div role="status">
      <div className={styles.outcomeLine}>
        <Result run={run} />
        {mayClean && run.can_be_undone && (
          <Button size="small" loading={undo.isPending} onClick={() => undo.mutate(run.id)}>
            {t("cleaning.undo")}
          </Button>
        )}
      </div>
      {state !== "undone" && <UnreadableFiles job={job} />}
      {job !== null && <JobFailure job={job} />}
      {undo.isError && <ProblemAlert error={undo.error} />}
    </div>
  );
}

function Result({ run }: { run: CleaningRun }) {
  const { t } = useTranslation();
  if (run.state === "undone") {
    return (
      <span>
        {t("cleaning.undone")}
        {run.num_left > 0 && ` ${t("cleaning.left", { count: run.num_left })}`}
      </span>
    );
  }
  if (run.state === "cleaning") return <span>{t("cleaning.stopped")}</span>;
  return (
    <div className={styles.words}>
      <span>
        {t("cleaning.done", {
          count: run.num_done,
          changed: run.num_changed,
          dropped: run.num_dropped,
        })}
        {run.num_done < run.num_samples &&
          ` ${t("cleaning.partly", { count: run.num_samples - run.num_done })}`}
        {run.num_skipped > 0 && ` ${t("cleaning.skipped", { count: run.num_skipped })}`}
        {run.num_lost > 0 && ` ${t("cleaning.lost", { count: run.num_lost })}`}
      </span>
      <DroppedBy dropped={run.dropped} />
    </div>
  );
}
