import { App, Button, Tag } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";

import { useAssignment, useChangeAssignment, type AssignmentDetail } from "@/api/assignments";
import { DueDate } from "@/components/assignments/due-date";
import { ErrorState } from "@/components/ui/error-state";
import { Markdown } from "@/components/ui/markdown";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { problemText } from "@/i18n/problem-text";

import { useAssignmentStatistics } from "../api/use-assignment-statistics";
import { AgreementPanel } from "../components/agreement-panel";
import { AnnotatorsPanel } from "../components/annotators-panel";
import { EditDialog } from "../components/edit-dialog";
import { Making } from "../components/making";
import { Numbers } from "../components/numbers";
import styles from "../components/assignments.module.css";

/** Where an assignment stands, who works on it, and what was asked of them. */
export function AssignmentPage() {
  const { assignmentId = "" } = useParams();
  const assignment = useAssignment(assignmentId);
  if (assignment.isError) {
    return <ErrorState error={assignment.error} onRetry={() => void assignment.refetch()} />;
  }
  if (assignment.data === undefined) return <RowsSkeleton />;
  if (assignment.data.assignment.state === "making") return <Making detail={assignment.data} />;
  return <Ready detail={assignment.data} />;
}

function Ready({ detail }: { detail: AssignmentDetail }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [isEditing, setEditing] = useState(false);
  const { assignment } = detail;
  const { dataset } = assignment;
  const change = useChangeAssignment(assignment.id);
  const statistics = useAssignmentStatistics(assignment.id);
  const isClosed = assignment.state === "closed";
  const turn = () =>
    change.mutate(
      { state: isClosed ? "active" : "closed" },
      { onError: (error) => void message.error(problemText(t, error)) },
    );
  const project = `/projects/${dataset.project_id}`;
  return (
    <Page
      title={assignment.name}
      lead={
        <>
          <Link to={`${project}/data/${dataset.id}/browse?assignment=${assignment.id}`}>
            {t("assignments.samplesOf", { count: assignment.num_samples, name: dataset.name })}
          </Link>{" "}
          {isClosed ? <Tag>{t("assignments.closed")}</Tag> : <DueDate due={assignment.due_at} />}
        </>
      }
      breadcrumbs={[
        { title: t("frame.place.label"), to: `${project}/label` },
        { title: assignment.name },
      ]}
      secondary={
        <>
          {detail.is_manager && (
            <Button onClick={() => setEditing(true)}>{t("assignments.edit")}</Button>
          )}
          {detail.is_manager && (
            <Button loading={change.isPending} onClick={turn}>
              {t(isClosed ? "assignments.reopen" : "assignments.close")}
            </Button>
          )}
          {detail.may_work && !isClosed && (
            <Link to={`/assignments/${assignment.id}/work`}>
              <Button tabIndex={-1}>{t("assignments.own.go")}</Button>
            </Link>
          )}
        </>
      }
      action={
        <Link to={`/assignments/${assignment.id}/review`}>
          <Button type={detail.may_review ? "primary" : "default"} tabIndex={-1}>
            {detail.may_review
              ? t("assignments.own.review", { count: assignment.num_submitted })
              : t("ui.look")}
          </Button>
        </Link>
      }
    >
      <Numbers detail={detail} />
      <div className={styles.columns}>
        <div className={styles.stack}>
          {statistics.isPending && <RowsSkeleton />}
          {statistics.data !== undefined && (
            <>
              <AnnotatorsPanel assignmentId={assignment.id} statistics={statistics.data} />
              <AgreementPanel statistics={statistics.data} />
            </>
          )}
        </div>
        <div className={styles.stack}>
          <Panel title={t("assignments.people")}>
            <dl>
              <dt className={styles.muted}>{t("assignments.field.owner")}</dt>
              <dd>{assignment.owner?.name}</dd>
              <dt className={styles.muted}>{t("assignments.field.annotators")}</dt>
              <dd>{detail.annotators.map(({ name }) => name).join(", ")}</dd>
              <dt className={styles.muted}>{t("assignments.field.reviewers")}</dt>
              <dd>{detail.reviewers.map(({ name }) => name).join(", ") || "–"}</dd>
            </dl>
          </Panel>
          {detail.instructions !== "" && (
            <Panel title={t("assignments.instructions")}>
              <Markdown text={detail.instructions} />
            </Panel>
          )}
        </div>
      </div>
      {isEditing && <EditDialog detail={detail} onClose={() => setEditing(false)} />}
    </Page>
  );
}
