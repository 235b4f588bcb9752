import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { useMay } from "@/api/project";
import { parseFilters } from "@/api/sample-filters";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useVersions } from "../api/versions/use-versions";
import { useThisDataset } from "../dataset-context";
import { FreezeDialog } from "./freeze-dialog";
import { Merges } from "./merges";
import { VersionCard } from "./version-card";
import styles from "./versions-tab.module.css";

/** What exactly was trained on: the frozen states of this dataset, newest first. */
export function VersionsTab() {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const mayFreeze = useMay("developer");
  const [params, setParams] = useSearchParams();
  const versions = useVersions(dataset.id);
  const setFreezing = (freezing: boolean) => setParams(freezing ? { freeze: "1" } : {});
  const freeze = mayFreeze && (
    <Button
      type={dataset.num_labelled > 0 ? "primary" : "default"}
      disabled={dataset.num_labelled === 0}
      onClick={() => setFreezing(true)}
    >
      {t("datasets.versions.freeze")}
    </Button>
  );
  return (
    <div className={styles.page}>
      {versions.isPending && <RowsSkeleton />}
      {versions.isError && (
        <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
      )}
      <Merges dataset={dataset} />
      {versions.data?.length === 0 && (
        <EmptyState title={t("datasets.versions.emptyTitle")} action={freeze}>
          {t(
            dataset.num_labelled === 0
              ? "datasets.versions.nothingLabelled"
              : "datasets.versions.emptyText",
          )}
        </EmptyState>
      )}
      {versions.data !== undefined && versions.data.length > 0 && (
        <>
          <div className={styles.head}>
            <p className={styles.muted}>{t("datasets.versions.lead")}</p>
            {freeze}
          </div>
          <ol className={styles.timeline}>
            {versions.data.map((version) => (
              <li key={version.id}>
                <VersionCard version={version} />
              </li>
            ))}
          </ol>
          {versions.hasNextPage && (
            <Button onClick={() => void versions.fetchNextPage()}>{t("datasets.showMore")}</Button>
          )}
        </>
      )}
      {params.has("freeze") && mayFreeze && dataset.num_labelled > 0 && (
        <FreezeDialog
          dataset={dataset}
          filters={parseFilters(params)}
          onClose={() => setFreezing(false)}
        />
      )}
    </div>
  );
}
