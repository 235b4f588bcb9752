import { Button, Flex } from "antd";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { assignmentKeys, type AssignmentDetail } from "@/api/assignments";
import { isFinished } from "@/api/jobs";
import { JobProgress } from "@/components/ui/job-progress";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useDeleteAssignment, useMakeAgain } from "../api/use-making";
import styles from "./assignments.module.css";

/** An assignment whose samples a job puts together: how far it is, or that it came to nothing. */
export function Making({ detail }: { detail: AssignmentDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { assignment, job } = detail;
  const label = `/projects/${assignment.dataset.project_id}/label`;
  const again = useMakeAgain(assignment.id);
  const remove = useDeleteAssignment(assignment.id);
  const isOver = job === null || isFinished(job);
  const read = () => {
    void client.invalidateQueries({ queryKey: assignmentKeys.one(assignment.id) });
    void client.invalidateQueries({ queryKey: ["assignments", "of-project"] });
    void client.invalidateQueries({ queryKey: assignmentKeys.ownWork });
  };
  return (
    <Page
      title={assignment.name}
      lead={assignment.dataset.name}
      width="reading"
      breadcrumbs={[{ title: t("frame.place.label"), to: label }, { title: assignment.name }]}
    >
      <Panel title={t(isOver ? "assignments.making.broken" : "assignments.making.title")}>
        <p className={styles.muted}>
          {t(isOver ? "assignments.making.brokenText" : "assignments.making.text")}
        </p>
        {job !== null && (
          <JobProgress key={job.id} job={job} cancellable={detail.is_manager} onFinished={read} />
        )}
        <ProblemAlert error={again.error ?? remove.error} />
        {detail.is_manager && isOver && (
          <Flex gap="small" wrap>
            <Button type="primary" loading={again.isPending} onClick={() => again.mutate()}>
              {t("assignments.making.again")}
            </Button>
            <Button
              danger
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined, { onSuccess: () => void navigate(label) })}
            >
              {t("assignments.making.delete")}
            </Button>
          </Flex>
        )}
      </Panel>
    </Page>
  );
}
