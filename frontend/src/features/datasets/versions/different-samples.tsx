import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useLabels, type DatasetVersion } from "@/api/datasets";
import { namedSource } from "@/api/sample-source";
import { useTaskCard } from "@/api/task-card";
import { MediaTile } from "@/components/media/media-tile";
import { ErrorState } from "@/components/ui/error-state";
import { LabelTag } from "@/components/ui/label-tag";
import { RowsSkeleton } from "@/components/ui/skeletons";

import {
  useDifferentSamples,
  type Difference,
  type DifferentSample,
  type Frozen,
} from "../api/versions/use-version-diff";
import { SampleDrawer } from "../browse/drawer/sample-drawer";
import { useThisDataset } from "../dataset-context";
import styles from "./versions-tab.module.css";

type VersionLabels = DatasetVersion["labels"];

interface Props {
  versionId: string;
  base: string;
  kind: Difference;
  labels: VersionLabels;
}

/** Samples that differ in one way, each with what either version says; one opens on a click. */
export function DifferentSamples({ versionId, base, kind, labels }: Props) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const pages = useDifferentSamples(versionId, base, kind);
  const current = useLabels(dataset.id);
  const [openId, open] = useState<string | null>(null);
  if (pages.isPending) return <RowsSkeleton />;
  if (pages.isError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  const order = pages.data.flatMap(({ sample_id: id }) => id ?? []);
  return (
    <>
      <ul className={styles.samples}>
        {pages.data.map((sample, index) => (
          <li key={sample.sample_id ?? index}>
            <SampleImage sample={sample} onOpen={open} />
            <div className={styles.annotations}>
              <p className={styles.sampleName}>{sample.name}</p>
              {kind === "moved" ? (
                <p>
                  {sample.before && t(`datasets.split.${sample.before.split}`)} →{" "}
                  {sample.after && t(`datasets.split.${sample.after.split}`)}
                </p>
              ) : (
                <>
                  {sample.before !== null && (
                    <FrozenAnnotation
                      frozen={sample.before}
                      labels={labels}
                      isOld={sample.after !== null}
                    />
                  )}
                  {sample.after !== null && (
                    <FrozenAnnotation frozen={sample.after} labels={labels} />
                  )}
                </>
              )}
              {sample.sample_id === null && (
                <p className={styles.muted}>{t("lineage.diff.deleted")}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t("datasets.showMore")}
        </Button>
      )}
      <SampleDrawer
        dataset={dataset}
        labels={current.data ?? []}
        sampleId={openId}
        order={order}
        total={order.length}
        onOpen={open}
      />
    </>
  );
}

interface SampleImageProps {
  sample: DifferentSample;
  onOpen: (id: string) => void;
}

function SampleImage({ sample, onOpen }: SampleImageProps) {
  const dataset = useThisDataset();
  const media = useTaskCard(dataset.task)?.media;
  const { sample_id: id, name } = sample;
  if (id === null || media === undefined) return <span className={styles.image} />;
  return (
    <button type="button" className={styles.image} onClick={() => onOpen(id)}>
      <MediaTile source={namedSource(id, name, media, 160)} />
    </button>
  );
}

interface FrozenAnnotationProps {
  frozen: Frozen;
  labels: VersionLabels;
  isOld?: boolean;
}

/** What a version says of a sample, in short. */
function FrozenAnnotation({ frozen, labels, isOld = false }: FrozenAnnotationProps) {
  const { t } = useTranslation();
  const colorOf = (name: string) => labels.find((label) => label.name === name)?.color ?? "#888888";
  const marks = frozen.region_labels.map(({ name, num }) => ({
    name: `${name ?? t("lineage.diff.noLabel")} ${num}`,
    color: colorOf(name ?? ""),
  }));
  const shown = [...frozen.labels.map((name) => ({ name, color: colorOf(name) })), ...marks];
  const words = [...frozen.texts, ...(frozen.value === null ? [] : [String(frozen.value)])];
  return (
    <p className={isOld ? styles.old : undefined}>
      {isOld && <span className={styles.muted}>{t("lineage.diff.was")} </span>}
      {shown.map((label) => (
        <LabelTag key={label.name} name={label.name} color={label.color} />
      ))}
      {words.join(" · ")}
      {shown.length + words.length === 0 &&
        t(frozen.is_annotated ? "lineage.diff.nothingMarked" : "datasets.unlabelled")}
    </p>
  );
}
