import { Progress, Tag } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useProjectAssignments, type Assignment } from "@/api/assignments";

import { Panel } from "../ui/panel";
import { DueDate } from "./due-date";
import styles from "./own-work.module.css";

/** All that was handed out in a project, and how far it is. */
export function ProjectAssignments({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const assignments = useProjectAssignments(projectId);
  if (assignments.data === undefined || assignments.data.length === 0) return null;
  return (
    <Panel title={t("assignments.title")} flush>
      <ul>
        {assignments.data.map((assignment) => (
          <Row key={assignment.id} assignment={assignment} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ assignment }: { assignment: Assignment }) {
  const { t } = useTranslation();
  const { num_items: total, num_submitted: submitted } = assignment;
  const done = assignment.num_accepted + assignment.num_declined;
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <h3>
          <Link
            to={`/projects/${assignment.dataset.project_id}/label/assignments/${assignment.id}`}
          >
            {assignment.name}
          </Link>
        </h3>
        <span className={styles.muted}>
          {assignment.dataset.name} ·{" "}
          {t("assignments.numSamples", { count: assignment.num_samples })}
          {assignment.owner && ` · ${assignment.owner.name}`}
        </span>
      </div>
      {submitted > 0 && (
        <Tag color="processing">{t("assignments.toReview", { count: submitted })}</Tag>
      )}
      {assignment.state === "active" ? (
        <DueDate due={assignment.due_at} />
      ) : (
        <Tag>
          {t(assignment.state === "closed" ? "assignments.closed" : "assignments.making.tag")}
        </Tag>
      )}
      <Progress
        className={styles.bar}
        percent={total > 0 ? Math.floor((done / total) * 100) : 0}
        aria-label={assignment.name}
      />
    </li>
  );
}
