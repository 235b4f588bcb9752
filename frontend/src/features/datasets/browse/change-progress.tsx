import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useTranslation } from "react-i18next";

import { datasetKeys, type Dataset } from "@/api/datasets";
import type { Job } from "@/api/types";
import { JobProgress } from "@/components/ui/job-progress";

interface Props {
  dataset: Dataset;
  job: Job;
  onDone: () => void;
}

/** How far a change of many samples is; what the wall shows is read again when it ends. */
export function ChangeProgress({ dataset, job, onDone }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const finish = (ended: Job) => {
    void client.invalidateQueries({ queryKey: datasetKeys.one(dataset.id) });
    if (ended.state !== "succeeded") return;
    void message.success(t("views.done", { count: Number(ended.result?.num_changed ?? 0) }));
    onDone();
  };
  return <JobProgress key={job.id} job={job} cancellable onFinished={finish} />;
}
