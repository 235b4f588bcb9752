import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";

import { isFinished } from "@/api/jobs";
import { useMay } from "@/api/project";
import { DeleteButton } from "@/components/ui/delete-button";
import { ErrorState } from "@/components/ui/error-state";
import { JobProgress } from "@/components/ui/job-progress";
import { Count, Time } from "@/components/ui/numbers";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { PageSkeleton } from "@/components/ui/skeletons";
import { Stat, Stats } from "@/components/ui/stat";

import { useBatch } from "../api/use-batch";
import { useDeleteBatch } from "../api/use-delete-batch";
import { useStartBatch } from "../api/use-start-batch";
import styles from "../components/batches.module.css";
import { ModelLink } from "../components/model-link";
import { ProblemsPanel } from "../components/problems-panel";
import { ResultsPanel } from "../components/results-panel";
import type { BatchPrediction } from "../types";

/** One batch prediction: how far is it, what came of it, and what could not be predicted? */
export function BatchPage() {
  const { batchId = "" } = useParams();
  const batch = useBatch(batchId);
  if (batch.isError && batch.data === undefined) {
    return <ErrorState error={batch.error} onRetry={() => void batch.refetch()} />;
  }
  if (batch.data === undefined) return <PageSkeleton />;
  return <ReadyBatch batch={batch.data} onFinished={() => void batch.refetch()} />;
}

function ReadyBatch(props: { batch: BatchPrediction; onFinished: () => void }) {
  const { batch, onFinished } = props;
  const { job } = batch;
  const { t } = useTranslation();
  const mayChange = useMay("developer");
  const start = useStartBatch();
  const remove = useDeleteBatch();
  const project = `/projects/${batch.project_id}`;
  const isOver = job === null || isFinished(job);
  const hasEndedEarly = job?.state === "cancelled" || job?.state === "failed";
  const review =
    batch.keeps_suggestions && batch.dataset_id !== null && batch.num_predicted > 0
      ? `${project}/label/${batch.dataset_id}?mode=suggested`
      : undefined;
  return (
    <Page
      title={batch.source_name || t(`batches.source.${batch.source}`)}
      lead={
        <>
          {t(`batches.source.${batch.source}`)} · <ModelLink batch={batch} /> ·{" "}
          <Time value={batch.created_at} />
          {batch.created_by !== null && <> · {batch.created_by.name}</>}
        </>
      }
      breadcrumbs={[
        { title: t("models.title"), to: `${project}/models` },
        { title: t("batches.title"), to: `${project}/models/batch-predictions` },
      ]}
      secondary={
        mayChange &&
        isOver && (
          <DeleteButton
            verb={t("batches.delete.action")}
            title={t("batches.delete.title")}
            onDelete={() => remove.mutateAsync(batch.id)}
            to={`${project}/models/batch-predictions`}
          >
            {t("batches.delete.text")}
          </DeleteButton>
        )
      }
      action={
        mayChange && hasEndedEarly ? (
          <Button type="primary" loading={start.isPending} onClick={() => start.mutate(batch.id)}>
            {t("batches.goOn")}
          </Button>
        ) : (
          review !== undefined && (
            <Link to={review}>
              <Button type="primary" tabIndex={-1}>
                {t("batches.review")}
              </Button>
            </Link>
          )
        )
      }
    >
      <div className={styles.stack}>
        {start.isError && <ProblemAlert error={start.error} />}
        <Panel>
          <Stats>
            <Stat
              label={t("batches.field.predicted")}
              value={<Count value={batch.num_predicted} />}
            />
            <Stat
              label={t("batches.field.failed")}
              value={<Count value={batch.num_failed} />}
              tone={batch.num_failed > 0 ? "warn" : undefined}
            />
            {batch.num_files > 0 && (
              <Stat label={t("batches.field.files")} value={<Count value={batch.num_files} />} />
            )}
          </Stats>
          {job === null ? (
            <p className={styles.muted}>{t("batches.neverStarted")}</p>
          ) : (
            job.state !== "succeeded" && (
              <JobProgress
                key={job.created_at + job.state}
                job={job}
                cancellable={mayChange}
                onFinished={onFinished}
              />
            )
          )}
        </Panel>
        <ResultsPanel batch={batch} />
        {batch.problems.length > 0 && <ProblemsPanel batch={batch} />}
      </div>
    </Page>
  );
}
