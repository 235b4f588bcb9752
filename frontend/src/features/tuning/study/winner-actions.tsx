import { App, Button, Tooltip } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";

import { useMay } from "@/api/project";
import { useTaskCard } from "@/api/task-card";
import { problemText } from "@/i18n/problem-text";

import { useKeepModel, useTrainInFull } from "../api/use-winner";
import type { Study, Trial } from "../types";
import styles from "./study.module.css";
import { trainingFormQuery } from "./training-form";

/** What can be made of a trial: its model, a run on all data, or a form filled in with it. */
export function WinnerActions({ study, trial }: { study: Study; trial: Trial }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const mayChange = useMay("developer");
  const card = useTaskCard(study.task);
  const keep = useKeepModel();
  const train = useTrainInFull();
  const base = `/projects/${study.project_id}`;
  const chosen = { studyId: study.id, number: trial.number };
  const onError = (error: unknown) => void message.error(problemText(t, error));
  // What a script trained stays with the script.
  if (!mayChange || card === undefined || study.is_scripted) return null;
  return (
    <div className={styles.buttons}>
      {trial.model_version_id !== null ? (
        <Link to={`${base}/models/${trial.model_version_id}`}>
          <Button type={trial.is_best ? "primary" : "default"}>{t("tuning.winner.open")}</Button>
        </Link>
      ) : (
        trial.has_package && (
          <Tooltip title={t("tuning.winner.keepHelp")}>
            <Button
              type="primary"
              loading={keep.isPending}
              onClick={() =>
                keep.mutate(chosen, {
                  onSuccess: ({ model_version_id: id }) => void navigate(`${base}/models/${id}`),
                  onError,
                })
              }
            >
              {t("tuning.winner.keep")}
            </Button>
          </Tooltip>
        )
      )}
      {study.population === null ? (
        <>
          <Tooltip title={t("tuning.winner.trainHelp")}>
            <Button
              loading={train.isPending}
              onClick={() =>
                train.mutate(chosen, {
                  onSuccess: (run) => void navigate(`${base}/train/${run.id}`),
                  onError,
                })
              }
            >
              {t("tuning.winner.train")}
            </Button>
          </Tooltip>
          <Link to={`${base}/train/new?${trainingFormQuery(study, trial, card.backbones)}`}>
            <Button>{t("tuning.winner.use")}</Button>
          </Link>
        </>
      ) : (
        <p className={styles.muted}>{t("tuning.winner.moved")}</p>
      )}
    </div>
  );
}
