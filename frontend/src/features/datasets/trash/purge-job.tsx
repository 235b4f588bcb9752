import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useJobStream } from "@/api/job-stream";
import { datasetKeys, type Dataset } from "@/api/datasets";
import type { Job } from "@/api/types";
import { JobProgress } from "@/components/ui/job-progress";
import { Panel } from "@/components/ui/panel";
import { formatBytes } from "@/i18n/format";

/** The purge while it runs; at its end it says how much was freed. */
export function PurgeJob({ dataset, job }: { dataset: Dataset; job: Job }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [freed, setFreed] = useState<number | null>(null);
  useJobStream(job, {
    onEvent: ({ data }) => {
      if (typeof data === "object" && data !== null && "bytes_freed" in data) {
        setFreed(Number(data.bytes_freed));
      }
    },
  });
  return (
    <Panel title={t("datasets.trash.purging")}>
      <JobProgress
        job={job}
        onFinished={() => void client.invalidateQueries({ queryKey: datasetKeys.one(dataset.id) })}
      />
      {freed !== null && (
        <p role="status">
          {t("datasets.trash.freed", { bytes: formatBytes(freed, i18n.language) })}
        </p>
      )}
    </Panel>
  );
}
