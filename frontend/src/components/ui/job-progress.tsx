import { Button, Progress } from "antd";
import { useTranslation } from "react-i18next";

import { useCancelJob, isFinished } from "@/api/jobs";
import { useJobStream } from "@/api/job-stream";
import type { Connection } from "@/api/stream";
import type { Job } from "@/api/types";
import { formatCount, formatDuration } from "@/i18n/format";
import { codedText } from "@/i18n/problem-text";

import styles from "./job-progress.module.css";
import { jobTime } from "./job-time";
import { unitOf } from "./job-unit";
import { useNow } from "./use-now";

interface JobProgressProps {
  job: Job;
  /** Offer a button that cancels; for people who may. */
  cancellable?: boolean;
  onFinished?: (job: Job) => void;
}

/** What a job does now, how far it is, when it ends, or why it waits or failed; kept fresh. */
export function JobProgress({ job: initial, cancellable = false, onFinished }: JobProgressProps) {
  const { job, connection } = useJobStream(initial, { onFinished });
  if (job == null) return null;
  return <JobStatus job={job} connection={connection} cancellable={cancellable} />;
}

interface JobStatusProps {
  job: Job;
  connection: Connection | null;
  cancellable?: boolean;
}

/** A job as its page knows it, for pages that follow it themselves. */
export function JobStatus({ job, connection, cancellable = false }: JobStatusProps) {
  const { t } = useTranslation();
  const cancel = useCancelJob();
  const share = knownLength(job) ? Math.min(1, job.done / job.total) : undefined;
  return (
    <div className={styles.job}>
      <div className={styles.head}>
        <span>
          <JobPhase job={job} />
        </span>
        {cancellable && !isFinished(job) && (
          <Button
            size="small"
            loading={cancel.isPending || job.cancel_requested}
            onClick={() => cancel.mutate(job.id)}
          >
            {t(job.cancel_requested ? "ui.job.cancelling" : "ui.job.cancel")}
          </Button>
        )}
      </div>
      <Progress
        percent={job.state === "succeeded" ? 100 : Math.floor((share ?? 0) * 100)}
        status={progressStatus(job)}
        aria-label={job.title}
        size="small"
      />
      <p className={styles.detail}>
        <JobDetail job={job} />
        {connection === "waiting" && <span> · {t("ui.job.reconnecting")}</span>}
      </p>
      <JobFailure job={job} />
    </div>
  );
}

/** Why a job failed; nothing for others. */
export function JobFailure({ job }: { job: Job }) {
  const { t } = useTranslation();
  if (job.error == null) return null;
  return (
    <p className={styles.error} role="alert">
      {codedText(t, job.error.code, job.error.params, job.error.message)}
    </p>
  );
}

/** Whose files a job went on without, since they are missing or damaged; nothing for others. */
export function UnreadableFiles({ job }: { job: Job | null | undefined }) {
  const { t } = useTranslation();
  const names = job?.result?.unreadable;
  if (!Array.isArray(names)) return null;
  return (
    <p className={styles.detail} role="status">
      {t("quality.unreadable", { names: names.join(", ") })}
    </p>
  );
}

/** The state of a job in a word or two: its phase while it runs. */
export function JobPhase({ job }: { job: Job }) {
  const { t } = useTranslation();
  if (job.state === "running" && job.phase !== "") {
    return <>{t(`ui.phase.${job.phase}`, { defaultValue: job.phase })}</>;
  }
  return <>{t(`ui.state.${job.state}`)}</>;
}

function JobDetail({ job }: { job: Job }) {
  const { t, i18n } = useTranslation();
  const now = useNow(job.state === "running");
  if (job.state === "queued" && job.waiting != null) {
    return <>{t(`ui.waiting.${job.waiting.reason}`, { count: job.waiting.position })}</>;
  }
  const parts: string[] = [];
  const unit = unitOf(job);
  if (job.state === "running" && unit !== undefined && knownLength(job)) {
    const done = formatCount(job.done, i18n.language);
    const total = formatCount(job.total, i18n.language);
    parts.push(t(`ui.job.done.${unit}`, { done, total, count: job.total }));
  }
  const time = jobTime(job, now);
  if (time !== undefined) {
    parts.push(
      t(`ui.job.time.${time.kind}`, { time: formatDuration(time.seconds, i18n.language) }),
    );
  }
  return <>{parts.join(" · ")}</>;
}

/** One step of one is a word for work whose length nobody knows. */
function knownLength({ done, total }: Job): boolean {
  return total > 1 || (total === 1 && done === 1);
}

function progressStatus(job: Job): "success" | "exception" | "active" | "normal" {
  if (job.state === "succeeded") return "success";
  if (job.state === "failed") return "exception";
  return job.state === "running" ? "active" : "normal";
}
