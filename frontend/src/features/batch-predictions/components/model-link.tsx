import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { BatchPrediction } from "../types";

/** The model version that predicts; its page, as long as there is one. */
export function ModelLink({ batch }: { batch: BatchPrediction }) {
  const { t } = useTranslation();
  if (batch.model_version_id === null) return <>{t("batches.modelGone")}</>;
  return (
    <Link to={`/projects/${batch.project_id}/models/${batch.model_version_id}`}>
      {batch.model_name} v{batch.model_number}
    </Link>
  );
}
