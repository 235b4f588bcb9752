import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useDatasets } from "@/api/datasets";
import { useMay, useProject, useProjectId } from "@/api/project";
import { useTaskCard, type TaskCard } from "@/api/task-card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Page } from "@/components/ui/page";
import { CardsSkeleton } from "@/components/ui/skeletons";

import { CreateDatasetDialog } from "./create-dataset-dialog";
import { DatasetCard } from "./dataset-card";
import styles from "./dataset-list-page.module.css";

/** Tables bring their answers along, and only samples of classes are counted by class. */
function emptyText(card: TaskCard | undefined): string {
  if (card?.media === "table") return "emptyTable";
  return card?.annotation_card.is_classification === true ? "emptyText" : "emptyFiles";
}

/** The datasets of a project. */
export function DatasetListPage() {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const datasets = useDatasets(projectId);
  const card = useTaskCard(useProject(projectId).data?.task);
  const mayChange = useMay("developer");
  const [creating, setCreating] = useState(false);
  const create = mayChange && (
    <Button type="primary" onClick={() => setCreating(true)}>
      {t("datasets.create.open")}
    </Button>
  );
  const list = datasets.data?.results;
  return (
    <Page
      title={t("datasets.title")}
      lead={t("datasets.list.lead")}
      action={list !== undefined && list.length > 0 && create}
    >
      {datasets.isPending && <CardsSkeleton />}
      {datasets.isError && (
        <ErrorState error={datasets.error} onRetry={() => void datasets.refetch()} />
      )}
      {list?.length === 0 && (
        <EmptyState title={t("datasets.list.emptyTitle")} action={create}>
          {t(`datasets.list.${emptyText(card)}`)}
        </EmptyState>
      )}
      {list !== undefined && list.length > 0 && (
        <ul className={styles.cards}>
          {list.map((dataset) => (
            <li key={dataset.id}>
              <DatasetCard dataset={dataset} />
            </li>
          ))}
        </ul>
      )}
      <CreateDatasetDialog
        projectId={projectId}
        open={creating}
        onClose={() => setCreating(false)}
      />
    </Page>
  );
}
