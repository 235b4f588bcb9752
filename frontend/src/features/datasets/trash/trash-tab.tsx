import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useMay } from "@/api/project";
import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { CardsSkeleton } from "@/components/ui/skeletons";
import { formatBytes } from "@/i18n/format";
import { problemText } from "@/i18n/problem-text";

import { usePurgeTrash } from "../api/samples/use-purge-trash";
import { useRestoreSamples } from "../api/samples/use-restore-samples";
import { useTrash } from "../api/samples/use-trash";
import { useTrashedSamples } from "../api/samples/use-trashed-samples";
import { useThisDataset } from "../dataset-context";
import { PurgeJob } from "./purge-job";
import { TrashedSample } from "./trashed-sample";
import styles from "./trash-tab.module.css";

/** What was deleted and can still be had back, and what purging it for good would free. */
export function TrashTab() {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const dataset = useThisDataset();
  const mayRestore = useMay("developer");
  const mayPurge = useMay("admin");
  const trash = useTrash(dataset.id);
  const pages = useTrashedSamples(dataset.id);
  const restore = useRestoreSamples(dataset.id);
  const purge = usePurgeTrash(dataset.id);
  const [isAsking, setAsking] = useState(false);
  const [freeableBefore, setFreeableBefore] = useState(0);
  const samples = pages.data?.pages.flatMap((page) => page.results) ?? [];
  const restoreSome = (ids: string[]) =>
    restore.mutate(ids, { onError: (error) => void message.error(problemText(t, error)) });

  if (trash.isPending || pages.isPending) return <CardsSkeleton />;
  if (trash.isError) return <ErrorState error={trash.error} onRetry={() => void trash.refetch()} />;
  if (pages.isError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  const { num_samples: count, num_bytes: bytes, num_bytes_freeable: freeable } = trash.data;
  const size = (value: number) => formatBytes(value, i18n.language);
  return (
    <div className={styles.page}>
      {purge.data !== undefined && (
        <PurgeJob dataset={dataset} job={purge.data} freeableBefore={freeableBefore} />
      )}
      {count === 0 && (
        <EmptyState title={t("datasets.trash.emptyTitle")}>
          {t("datasets.trash.emptyText")}
        </EmptyState>
      )}
      {count > 0 && (
        <>
          <div className={styles.head}>
            <p>
              {t("datasets.trash.lead", { count, bytes: size(bytes), freeable: size(freeable) })}
            </p>
            <div className={styles.buttons}>
              {mayRestore && (
                <Button
                  loading={restore.isPending}
                  onClick={() => restoreSome(samples.map((sample) => sample.id))}
                >
                  {t("datasets.trash.restoreAll", { count: samples.length })}
                </Button>
              )}
              {mayPurge && (
                <Button danger onClick={() => setAsking(true)}>
                  {t("datasets.trash.purge")}
                </Button>
              )}
            </div>
          </div>
          <ul className={styles.grid}>
            {samples.map((sample) => (
              <TrashedSample
                key={sample.id}
                sample={sample}
                mayRestore={mayRestore}
                onRestore={() => restoreSome([sample.id])}
              />
            ))}
          </ul>
          {pages.hasNextPage && (
            <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {t("datasets.showMore")}
            </Button>
          )}
        </>
      )}
      <ConfirmDanger
        open={isAsking}
        title={t("datasets.trash.purgeTitle", { count })}
        verb={t("datasets.trash.purgeVerb", { count })}
        onConfirm={() => {
          setFreeableBefore(freeable);
          return purge.mutateAsync();
        }}
        onClose={() => setAsking(false)}
      >
        {t("datasets.trash.purgeText", { freeable: size(freeable) })}
      </ConfirmDanger>
    </div>
  );
}
