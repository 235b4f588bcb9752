import { Button, Progress } from "antd";
import { useTranslation } from "react-i18next";

import { useCancelJob, isFinished } from "@/api/jobs";
import { useJobStream } from "@/api/job-stream";
import type { Job } from "@/api/types";
import { formatCount, formatDuration } from "@/i18n/format";
import { codedText } from "@/i18n/problem-text";

import styles from "./job-progress.module.css";

interface JobProgressProps {
  job: Job;
  /** Offer a button that cancels; for people who may. */
  cancellable?: boolean;
  onFinished?: (job: Job) => void;
}

/** What a job does now, how far it is, when it ends, or why it waits or failed. */
export function JobProgress({ job: initial, cancellable = false, onFinished }: JobProgressProps) {
  const { t } = useTranslation();
  const { job, connection } = useJobStream(initial, { onFinished });
  const cancel = useCancelJob();
  if (job == null) return null;
  const share = job.total > 0 ? Math.min(1, job.done / job.total) : undefined;
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
        {connection === "waiting" && <span> {t("ui.job.reconnecting")}</span>}
      </p>
      {job.error != null && (
        <p className={styles.error} role="alert">
          {codedText(t, job.error.code, job.error.params, job.error.message)}
        </p>
      )}
    </div>
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
  if (job.state === "queued" && job.waiting != null) {
    return <>{t(`ui.waiting.${job.waiting.reason}`, { count: job.waiting.position })}</>;
  }
  if (job.state !== "running") return null;
  const parts: string[] = [];
  if (job.total > 0) {
    const done = formatCount(job.done, i18n.language);
    parts.push(t("ui.job.done", { done, total: formatCount(job.total, i18n.language) }));
  }
  if (job.eta_seconds != null) {
    const time = formatDuration(job.eta_seconds, i18n.language);
    parts.push(t("ui.job.eta", { time }));
  }
  return <>{parts.join(" · ")}</>;
}

function progressStatus(job: Job): "success" | "exception" | "active" | "normal" {
  if (job.state === "succeeded") return "success";
  if (job.state === "failed") return "exception";
  return job.state === "running" ? "active" : "normal";
}
