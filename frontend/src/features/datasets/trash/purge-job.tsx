import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { datasetKeys, type Dataset } from "@/api/datasets";
import type { Job } from "@/api/types";
import { JobProgress } from "@/components/ui/job-progress";
import { Panel } from "@/components/ui/panel";
import { formatBytes } from "@/i18n/format";

import { useTrash } from "../api/samples/use-trash";

interface Props {
  dataset: Dataset;
  job: Job;
  /** What the server said could be freed when the purge began. */
  freeableBefore: number;
}

/** The purge while it runs; at its end it says how much was freed. */
export function PurgeJob({ dataset, job, freeableBefore }: Props) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const trash = useTrash(dataset.id);
  const [isOver, setOver] = useState(false);
  const finish = async () => {
    await client.invalidateQueries({ queryKey: datasetKeys.one(dataset.id) });
    setOver(true);
  };
  const freed = freeableBefore - (trash.data?.num_bytes_freeable ?? freeableBefore);
  return (
    <Panel title={t("datasets.trash.purging")}>
      <JobProgress job={job} onFinished={() => void finish()} />
      {isOver && (
        <p role="status">
          {t("datasets.trash.freed", { bytes: formatBytes(freed, i18n.language) })}
        </p>
      )}
    </Panel>
  );
}
