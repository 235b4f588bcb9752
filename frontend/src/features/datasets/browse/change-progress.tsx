import { useQueryClient } from "@tanstack/react-query";

import { datasetKeys, type Dataset } from "@/api/datasets";
import type { Job } from "@/api/types";
import { JobProgress } from "@/components/ui/job-progress";

/** How far a change of many samples is; what the wall shows is read again when it ends. */
export function ChangeProgress({ dataset, job }: { dataset: Dataset; job: Job }) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: datasetKeys.one(dataset.id) });
  return <JobProgress key={job.id} job={job} cancellable onFinished={refresh} />;
}
