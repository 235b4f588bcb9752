import { useQueryClient } from "@tanstack/react-query";
import { Alert, Button } from "antd";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { datasetKeys, type Dataset } from "@/api/datasets";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { closeImport } from "../api/imports/import-requests";
import { useImport } from "../api/imports/use-import";
import { ArchiveJob } from "./archive-jobs";
import { ImportSummary } from "./import-summary";
import styles from "./upload-progress.module.css";
import type { ImportResult } from "./use-import-end";

interface Props {
  dataset: Dataset;
  importId: string;
  onEnd: () => void;
}

/** How far the worker is that takes files in where they are, and what came of it. */
export function InPlaceProgress({ dataset, importId, onEnd }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const found = useImport(importId, false);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [isLost, setLost] = useState(false);
  const { id, project_id: projectId } = dataset;
  const close = useCallback(async () => {
    try {
      setResult(await closeImport(importId));
      setLost(false);
    } catch {
      setLost(true);
    }
    void client.invalidateQueries({ queryKey: datasetKeys.one(id) });
    void client.invalidateQueries({ queryKey: datasetKeys.ofProject(projectId) });
    void client.invalidateQueries({ queryKey: ["projects", projectId] });
  }, [client, id, importId, projectId]);
  if (found.isPending) return <RowsSkeleton count={2} />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <div className={styles.page}>
      {found.data.archives.map(
        ({ name, job }) =>
          job !== null && (
            <Panel key={job.id} title={t("datasets.inPlace.reading", { name })}>
              <ArchiveJob jobId={job.id} onFinished={() => void close()} />
            </Panel>
          ),
      )}
      {isLost && (
        <Alert
          type="error"
          showIcon
          title={t("datasets.import.closeFailed")}
          action={<Button onClick={() => void close()}>{t("ui.error.retry")}</Button>}
        />
      )}
      {result !== null && (
        <ImportSummary
          dataset={dataset}
          importId={importId}
          result={result}
          numDuplicate={result.num_duplicate}
          onEnd={onEnd}
        />
      )}
    </div>
  );
}
