import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";

import { datasetKeys } from "@/api/datasets";
import { isFinished } from "@/api/jobs";
import { useMay } from "@/api/project";
import { useTaskCard } from "@/api/task-card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { JobFailure, JobProgress, UnreadableFiles } from "@/components/ui/job-progress";
import { Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { CardsSkeleton } from "@/components/ui/skeletons";

import { useDrawMap, useMaps, type EmbeddingMap } from "../api/quality/use-maps";
import { useThisDataset } from "../dataset-context";
import { isMapped } from "../offered";
import styles from "./map.module.css";
import { MapView } from "./map-view";

/** Which samples are alike, and which stand apart? */
export function MapTab() {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const card = useTaskCard(dataset.task);
  const maps = useMaps(dataset.id);
  const mayDraw = useMay("developer");
  if (maps.isPending || card === undefined) return <CardsSkeleton count={1} />;
  if (maps.isError) return <ErrorState error={maps.error} onRetry={() => void maps.refetch()} />;
  if (!isMapped(card.media)) {
    return <EmptyState title={t("map.unsupported")}>{t("map.unsupportedText")}</EmptyState>;
  }
  const [latest] = maps.data;
  const ready = maps.data.find(({ state }) => state === "ready");
  if (latest === undefined) {
    return (
      <EmptyState title={t("map.emptyTitle")} action={<DrawButton isFirst />}>
        {t("map.emptyText")}
        {!mayDraw && <p>{t("ui.developerStarts")}</p>}
      </EmptyState>
    );
  }
  return (
    <div className={styles.page}>
      {latest.state === "running" && <Running map={latest} />}
      {ready !== undefined && (
        <>
          <div className={styles.head}>
            <p className={styles.muted}>
              {ready.num_samples < ready.num_live
                ? t("map.drawn", { count: ready.num_samples, total: ready.num_live })
                : t("map.allDrawn", { count: ready.num_samples })}
              {" · "}
              {t(`map.method.${ready.method}`)} · <Time value={ready.created_at} />
            </p>
            <DrawButton isFirst={false} />
          </div>
          <UnreadableFiles job={ready.job} />
          <MapView map={ready} />
        </>
      )}
      {ready === undefined && latest.job !== null && isFinished(latest.job) && (
        <DrawButton isFirst />
      )}
    </div>
  );
}

function DrawButton({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const mayDraw = useMay("developer");
  const draw = useDrawMap(dataset.id);
  if (!mayDraw) return null;
  return (
    <>
      <Button
        type={isFirst ? "primary" : "default"}
        loading={draw.isPending}
        onClick={() => draw.mutate()}
      >
        {t(isFirst ? "map.draw" : "map.drawAgain")}
      </Button>
      {draw.isError && <ProblemAlert error={draw.error} />}
    </>
  );
}

function Running({ map }: { map: EmbeddingMap }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mayCancel = useMay("developer");
  const { job } = map;
  if (job === null) return null;
  if (isFinished(job)) return <JobFailure job={job} />;
  return (
    <Panel title={t("map.running")}>
      <JobProgress
        job={job}
        cancellable={mayCancel}
        onFinished={() =>
          void client.invalidateQueries({ queryKey: datasetKeys.one(map.dataset_id) })
        }
      />
    </Panel>
  );
}
