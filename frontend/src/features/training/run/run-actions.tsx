import { App, Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";

import { isFinished } from "@/api/jobs";
import { useMay } from "@/api/project";
import type { Job } from "@/api/types";
import { problemText } from "@/i18n/problem-text";

import { useRerun } from "../api/use-rerun";
import { useResumeRun } from "../api/use-resume-run";
import { useStopRun } from "../api/use-stop-run";
import type { TrainingRun } from "../types";

/** Stop while it runs; resume after a break; run again at any time; the model at the end. */
export function RunActions({ run, job }: { run: TrainingRun; job: Job }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const mayChange = useMay("developer");
  const stop = useStopRun();
  const resume = useResumeRun();
  const rerun = useRerun();
  const onError = (error: unknown) => void message.error(problemText(t, error));
  const base = `/projects/${run.project_id}`;
  const again = () =>
    rerun.mutate(run.id, {
      onSuccess: (next) => void navigate(`${base}/train/${next.id}`),
      onError,
    });
  return (
    <>
      {mayChange && isFinished(job) && (
        <Button loading={rerun.isPending} onClick={again}>
          {t("training.run.rerun")}
        </Button>
      )}
      {mayChange && !isFinished(job) && (
        <Button
          danger
          loading={stop.isPending || job.cancel_requested}
          onClick={() => stop.mutate(run.id, { onError })}
        >
          {t(job.cancel_requested ? "training.run.stopping" : "training.run.stop")}
        </Button>
      )}
      {mayChange && (job.state === "cancelled" || job.state === "failed") && (
        <Button
          type="primary"
          loading={resume.isPending}
          onClick={() => resume.mutate(run.id, { onError })}
        >
          {t("training.run.resume")}
        </Button>
      )}
      {run.model_version_id != null && (
        <Link to={`${base}/models/${run.model_version_id}`}>
          <Button type="primary">{t("training.run.openModel")}</Button>
        </Link>
      )}
    </>
  );
}
