import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useBuiltInModel, useMayAddBuiltIn } from "@/api/built-in-model";
import { useMay, useProjectId } from "@/api/project";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Page } from "@/components/ui/page";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useModelVersions } from "../api/use-model-versions";
import { BuiltInButton, BuiltInProgress, BuiltInText } from "../list/built-in";
import { Versions } from "../list/versions";
import styles from "../version/version.module.css";

/** All model versions of a project, and how the metric grew. */
export function ModelsPage() {
  const projectId = useProjectId();
  const { t } = useTranslation();
  const versions = useModelVersions(projectId);
  const mayTrain = useMay("developer");
  const mayAddBuiltIn = useMayAddBuiltIn(projectId);
  const builtIn = useBuiltInModel(projectId, { isWanted: mayAddBuiltIn });
  const rows = (versions.data?.pages ?? []).flatMap(({ results }) => results);
  const train = mayTrain && (
    <Link to={`/projects/${projectId}/train/new`}>
      <Button type="primary">{t("models.list.train")}</Button>
    </Link>
  );
  const isOffered =
    mayAddBuiltIn && versions.isSuccess && !rows.some(({ is_built_in: isHere }) => isHere);
  const addBuiltIn = isOffered && <BuiltInButton model={builtIn} />;
  return (
    <Page
      title={t("models.title")}
      lead={t("models.list.lead")}
      action={train}
      secondary={
        <>
          {rows.length > 0 && addBuiltIn}
          <Link to="evaluations">
            <Button tabIndex={-1}>{t("evaluations.title")}</Button>
          </Link>
          <Link to="batch-predictions">
            <Button tabIndex={-1}>{t("models.batches.list")}</Button>
          </Link>
        </>
      }
    >
      {isOffered && <BuiltInProgress model={builtIn} />}
      {versions.isError && versions.data === undefined ? (
        <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
      ) : versions.isPending ? (
        <RowsSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState
          title={t("models.list.empty.title")}
          action={
            <>
              {train}
              {addBuiltIn}
            </>
          }
        >
          {t("models.list.empty.text")}
          {isOffered && (
            <p>
              <BuiltInText />
            </p>
          )}
        </EmptyState>
      ) : (
        <div className={styles.sections}>
          <Versions versions={rows} isComplete={!versions.hasNextPage} />
          {versions.hasNextPage && (
            <Button
              loading={versions.isFetchingNextPage}
              onClick={() => void versions.fetchNextPage()}
            >
              {t("models.list.more")}
            </Button>
          )}
        </div>
      )}
    </Page>
  );
}
