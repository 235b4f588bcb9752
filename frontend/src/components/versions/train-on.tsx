import { App, Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import type { Dataset } from "@/api/datasets";
import { FREEZE_TO_TRAIN, useFreeze } from "@/api/freeze-version";
import { problemText } from "@/i18n/problem-text";

/** The pages that train on a version, by their place in a project. */
export type TrainingPage = "train/new" | "search/new";

interface Props {
  dataset: Pick<Dataset, "id" | "project_id">;
  onTo?: TrainingPage;
  type?: "primary" | "default";
  children: ReactNode;
}

/** Freeze a dataset as it is now, and go on to the training of that version. */
export function TrainOn({ dataset, onTo = "train/new", type = "primary", children }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const freeze = useFreeze(dataset, FREEZE_TO_TRAIN);
  const start = () =>
    freeze.mutate(
      {},
      {
        onSuccess: ({ id }) =>
          void navigate(`/projects/${dataset.project_id}/${onTo}?version=${id}`),
        onError: (error) => void message.error(problemText(t, error)),
      },
    );
  return (
    <Button type={type} loading={freeze.isPending} onClick={start}>
      {children}
    </Button>
  );
}
