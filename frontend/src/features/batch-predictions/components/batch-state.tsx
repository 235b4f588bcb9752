import { Tag } from "antd";
import { useTranslation } from "react-i18next";

import { JobTag } from "@/components/ui/job-tag";

import type { BatchPrediction } from "../types";

/** Where a batch prediction stands, in a word or two. */
export function BatchState({ batch: { job } }: { batch: BatchPrediction }) {
  const { t } = useTranslation();
  return job === null ? <Tag>{t("batches.waitsForFiles")}</Tag> : <JobTag job={job} />;
}
