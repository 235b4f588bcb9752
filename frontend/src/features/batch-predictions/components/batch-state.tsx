import { Tag } from "antd";
import { useTranslation } from "react-i18next";

import { JobPhase } from "@/components/ui/job-progress";

import type { BatchPrediction } from "../types";

const COLOURS = {
  queued: "default",
  running: "processing",
  succeeded: "success",
  failed: "error",
  cancelled: "warning",
} as const;

/** Where a batch prediction stands, in a word or two. */
export function BatchState({ batch: { job } }: { batch: BatchPrediction }) {
  const { t } = useTranslation();
  if (job === null) return <Tag>{t("batches.waitsForFiles")}</Tag>;
  return (
    <Tag color={COLOURS[job.state]}>
      <JobPhase job={job} />
    </Tag>
  );
}
