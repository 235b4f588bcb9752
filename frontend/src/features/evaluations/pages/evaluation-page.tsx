import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";

import { isFinished } from "@/api/jobs";
import { useMay, useProject, useProjectId } from "@/api/project";
import { DeleteButton } from "@/components/ui/delete-button";
import { ErrorState } from "@/components/ui/error-state";
import { JobProgress } from "@/components/ui/job-progress";
import { Time } from "@/components/ui/numbers";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { PageSkeleton } from "@/components/ui/skeletons";

import { useDeleteEvaluation } from "../api/use-delete-evaluation";
import { useEvaluation } from "../api/use-evaluation";
import { ChangesPanel } from "../components/changes-panel";
import styles from "../components/evaluations.module.css";
import { LeftOutPanel } from "../components/left-out-panel";
import { nameOf } from "../components/model-name";
import { PartPanel } from "../components/part-panel";
import type { Evaluation } from "../types";

/** One evaluation: which model is better on these samples, by how much, and where. */
export function EvaluationPage() {
  const { evaluationId = "" } = useParams();
  const evaluation = useEvaluation(evaluationId);
  const project = useProject(useProjectId());
  if (evaluation.isError && evaluation.data === undefined) {
    return <ErrorState error={evaluation.error} onRetry={() => void evaluation.refetch()} />;
  }
  if (evaluation.data === undefined || project.data === undefined) return <PageSkeleton />;
  return (
    <ReadyEvaluation
      evaluation={evaluation.data}
      task={project.data.task}
      onFinished={() => void evaluation.refetch()}
    />
  );
}

interface ReadyProps {
  evaluation: Evaluation;
  task: string;
  onFinished: () => void;
}

function ReadyEvaluation({ evaluation, task, onFinished }: ReadyProps) {
  const { job } = evaluation;
  const { t } = useTranslation();
  const mayChange = useMay("developer");
  const base = `/projects/${evaluation.project_id}/models`;
  const isOver = job === null || isFinished(job);
  const remove = useDeleteEvaluation();
  return (
    <Page
      title={t("evaluations.of", { data: evaluation.source_name })}
      lead={
        <>
          {evaluation.models.map(nameOf).join(", ")} · <Time value={evaluation.created_at} />
          {evaluation.created_by !== null && <> · {evaluation.created_by.name}</>}
        </>
      }
      breadcrumbs={[
        { title: t("models.title"), to: base },
        { title: t("evaluations.title"), to: `${base}/evaluations` },
      ]}
      secondary={
        mayChange &&
        isOver && (
          <DeleteButton
            verb={t("evaluations.delete.action")}
            title={t("evaluations.delete.title")}
            onDelete={() => remove.mutateAsync(evaluation.id)}
            to={`${base}/evaluations`}
          >
            {t("evaluations.delete.text")}
          </DeleteButton>
        )
      }
      action={
        mayChange && (
          <Link to={`${base}/evaluations/new?${againOf(evaluation)}`}>
            <Button tabIndex={-1}>{t("evaluations.again")}</Button>
          </Link>
        )
      }
    >
      <div className={styles.stack}>
        {job !== null && job.state !== "succeeded" && (
          <Panel>
            <JobProgress
              key={job.created_at + job.state}
              job={job}
              cancellable={mayChange}
              onFinished={onFinished}
            />
          </Panel>
        )}
        {evaluation.parts.map((part) => (
          <PartPanel key={part.part} evaluation={evaluation} part={part} task={task} />
        ))}
        {evaluation.models.map((_, place) => (
          <ChangesPanel key={place} evaluation={evaluation} place={place} task={task} />
        ))}
        {evaluation.parts.length > 0 && <LeftOutPanel evaluation={evaluation} />}
      </div>
    </Page>
  );
}

/** The choice that the form begins with to evaluate the same models again. */
function againOf({ models, dataset_version_id: data }: Evaluation): URLSearchParams {
  const [first, ...others] = models.flatMap(({ model_version_id: id }) =>
    id === null ? [] : [id],
  );
  const query = new URLSearchParams();
  if (first !== undefined) query.set(others.length > 0 ? "baseline" : "version", first);
  if (others.length > 0) query.set("version", others.join(","));
  if (data !== null) query.set("data", data);
  return query;
}
