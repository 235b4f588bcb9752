import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Job } from "@/api/types";
import { formatTime } from "@/i18n/format";

import styles from "./job-head.module.css";
import { jobPath } from "./job-path";

// Its texts are those of members' pages, which come after what a visitor needs first.
const JobKind = lazy(async () => ({ default: (await import("./job-kind")).JobKind }));

interface JobHeadProps {
  job: Job;
  /** Called when one of its links was followed. */
  onLeave?: () => void;
  /** Its project is what the page is about. */
  hideProject?: boolean;
}

/** What a job is, for which project, who asked for it and when, and where it runs. */
export function JobHead({ job, onLeave, hideProject = false }: JobHeadProps) {
  const { t, i18n } = useTranslation();
  const path = jobPath(job);
  const time = job.started_at ?? job.created_at;
  const began = job.started_at === null ? "asked" : job.finished_at === null ? "since" : "began";
  return (
    <div className={styles.head}>
      <p className={styles.title}>
        <span className={styles.kind}>
          <Suspense>
            <JobKind kind={job.kind} />
          </Suspense>
        </span>{" "}
        {path === undefined ? (
          <strong>{job.title}</strong>
        ) : (
          <Link to={path} onClick={onLeave}>
            {job.title}
          </Link>
        )}
      </p>
      <ul className={styles.details}>
        {!hideProject && job.project_id !== null && job.project_name !== null && (
          <li>
            <Link to={`/projects/${job.project_id}`} onClick={onLeave}>
              {job.project_name}
            </Link>
          </li>
        )}
        {job.requested_by !== null && <li>{job.requested_by.name}</li>}
        <li>
          <time dateTime={time} title={formatTime(time, i18n.language, "moment")}>
            {t(`ui.job.${began}`, { time: formatTime(time, i18n.language, "moment") })}
          </time>
        </li>
        {job.machine !== "" && <li>{t("ui.job.machine", { name: job.machine })}</li>}
      </ul>
    </div>
  );
}
