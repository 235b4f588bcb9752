import { useTranslation } from "react-i18next";

import { isFinished, useJob } from "@/api/jobs";
import { ErrorState } from "@/components/ui/error-state";
import { JobProgress } from "@/components/ui/job-progress";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import type { UploadItem } from "../upload/upload-items";
import { useEffect } from "react";

interface Props {
  items: readonly UploadItem[];
  /** The outcome is shown: of archives that were read there is no more to say. */
  isOver: boolean;
  onFinished: (jobId: string) => void;
}

/** Archives that have arrived and are being unpacked. */
export function ArchiveJobs({ items, isOver, onFinished }: Props) {
  return items.map(
    ({ path, jobId }) =>
      jobId !== null && (
        <UnpackedArchive
          key={jobId}
          name={path}
          jobId={jobId}
          isOver={isOver}
          onFinished={onFinished}
        />
      ),
  );
}

interface UnpackedProps extends Omit<Props, "items"> {
  name: string;
  jobId: string;
}

function UnpackedArchive({ name, jobId, isOver, onFinished }: UnpackedProps) {
  const { t } = useTranslation();
  const job = useJob(jobId);
  if (isOver && job.data?.state === "succeeded") return null;
  return (
    <Panel title={t("datasets.import.unpacking", { name })}>
      <ArchiveJob jobId={jobId} onFinished={onFinished} />
    </Panel>
  );
}

/** How far the reading of one archive or folder is; it can be cancelled. */
export function ArchiveJob({
  jobId,
  onFinished,
}: {
  jobId: string;
  onFinished: (id: string) => void;
}) {
  const job = useJob(jobId);
  const wasFinished = job.data !== undefined && isFinished(job.data);
  useEffect(() => {
    if (wasFinished) onFinished(jobId);
  }, [wasFinished, jobId, onFinished]);
  if (job.isPending) return <RowsSkeleton count={1} />;
  if (job.isError) return <ErrorState error={job.error} onRetry={() => void job.refetch()} />;
  return <JobProgress job={job.data} cancellable onFinished={() => onFinished(jobId)} />;
}
