import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useDatasets } from "@/api/datasets";
import { useMay, useProjectId } from "@/api/project";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Page } from "@/components/ui/page";
import { CardsSkeleton } from "@/components/ui/skeletons";

import { CreateDatasetDialog } from "./create-dataset-dialog";
import { DatasetCard } from "./dataset-card";
import styles from "./dataset-list-page.module.css";

/** The datasets of a project. */
export function DatasetListPage() {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const datasets = useDatasets(projectId);
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
          {t("datasets.list.emptyText")}
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
