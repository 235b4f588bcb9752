import { useTranslation } from "react-i18next";

import { useDatasetVersions } from "@/api/dataset-versions";
import { useModelVersionChoice } from "@/api/model-versions";
import { useProjectId } from "@/api/project";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Page } from "@/components/ui/page";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { NewEvaluationForm } from "../components/new-evaluation-form";

/** Measure model versions on the same samples: which models, and on which data. */
export function NewEvaluationPage() {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const models = useModelVersionChoice(projectId);
  const data = useDatasetVersions(projectId);
  const failed = [models, data].find(({ isError }) => isError);
  const base = `/projects/${projectId}/models`;
  const ready = data.data?.results.filter(({ state }) => state === "ready");
  return (
    <Page
      title={t("evaluations.new.title")}
      lead={t("evaluations.new.lead")}
      width="reading"
      breadcrumbs={[
        { title: t("models.title"), to: base },
        { title: t("evaluations.title"), to: `${base}/evaluations` },
      ]}
    >
      {failed !== undefined ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : models.data === undefined || ready === undefined ? (
        <RowsSkeleton />
      ) : models.data.results.length === 0 ? (
        <EmptyState title={t("evaluations.new.noModel")}>
          {t("evaluations.new.trainFirst")}
        </EmptyState>
      ) : ready.length === 0 ? (
        <EmptyState title={t("evaluations.new.noData")}>
          {t("evaluations.new.freezeFirst")}
        </EmptyState>
      ) : (
        <NewEvaluationForm models={models.data.results} data={ready} />
      )}
    </Page>
  );
}
