import { useTranslation } from "react-i18next";

import { useDatasets } from "@/api/datasets";
import { useModelVersionChoice } from "@/api/model-versions";
import { useProjectId } from "@/api/project";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Page } from "@/components/ui/page";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { NewBatchForm } from "../components/new-batch-form";

/** Predict many inputs at once: with which model, what, and what is kept. */
export function NewBatchPage() {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const versions = useModelVersionChoice(projectId);
  const datasets = useDatasets(projectId);
  const failed = [versions, datasets].find(({ isError }) => isError);
  const models = `/projects/${projectId}/models`;
  return (
    <Page
      title={t("batches.new.title")}
      lead={t("batches.new.lead")}
      width="reading"
      breadcrumbs={[
        { title: t("models.title"), to: models },
        { title: t("batches.title"), to: `${models}/batch-predictions` },
      ]}
    >
      {failed !== undefined ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : versions.data === undefined || datasets.data === undefined ? (
        <RowsSkeleton />
      ) : versions.data.results.length === 0 ? (
        <EmptyState title={t("batches.new.noModel")}>{t("batches.new.trainFirst")}</EmptyState>
      ) : (
        <NewBatchForm versions={versions.data.results} datasets={datasets.data.results} />
      )}
    </Page>
  );
}
