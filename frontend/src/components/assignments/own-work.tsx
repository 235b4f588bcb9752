import { Button, Progress } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useOwnWork, type OwnWork } from "@/api/assignments";

import { Panel } from "../ui/panel";
import { DueDate } from "./due-date";
import styles from "./own-work.module.css";

interface Props {
  /** Only those of one project. */
  projectId?: string;
  /** False where the page itself is called so. */
  hasTitle?: boolean;
}

/** The assignments that this person takes part in: what came back, what is left, and by when. */
export function OwnWorkPanel({ projectId, hasTitle = true }: Props) {
  const { t } = useTranslation();
  const work = useOwnWork();
  const shown = (work.data ?? []).filter(
    ({ assignment }) => projectId === undefined || assignment.dataset.project_id === projectId,
  );
  if (shown.length === 0) return null;
  return (
    <Panel title={hasTitle ? t("assignments.own.title") : undefined} flush>
      <ul>
        {shown.map((one) => (
          <OwnWorkRow key={one.assignment.id} work={one} />
        ))}
      </ul>
    </Panel>
  );
}

function OwnWorkRow({ work }: { work: OwnWork }) {
  const { t } = useTranslation();
  const { assignment, parts, num_returned: numReturned, num_left: numLeft } = work;
  const done = assignment.num_items - numLeft - assignment.num_returned;
  const isAnnotator = parts.includes("annotator");
  const isReviewer = parts.includes("reviewer");
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <h3>{assignment.name}</h3>
        <span className={styles.muted}>
          {assignment.dataset.name} · {t("assignments.own.done", { count: work.num_done })} ·{" "}
          {t("assignments.own.left", { count: numLeft })}
        </span>
        {numReturned > 0 && (
          <strong className={styles.returned}>
            {t("assignments.own.returned", { count: numReturned })}
          </strong>
        )}
      </div>
      <DueDate due={assignment.due_at} />
      <Progress
        className={styles.bar}
        percent={Math.floor((done / assignment.num_items) * 100)}
        aria-label={assignment.name}
      />
      <span className={styles.buttons}>
        {isAnnotator && (
          <Link to={`/assignments/${assignment.id}/work`}>
            <Button type={numLeft + numReturned > 0 ? "primary" : "default"} tabIndex={-1}>
              {t(numReturned > 0 ? "assignments.own.fix" : "assignments.own.go")}
            </Button>
          </Link>
        )}
        {isReviewer && (
          <Link to={`/assignments/${assignment.id}/review`}>
            <Button type={assignment.num_submitted > 0 ? "primary" : "default"} tabIndex={-1}>
              {t("assignments.own.review", { count: assignment.num_submitted })}
            </Button>
          </Link>
        )}
      </span>
    </li>
  );
}
