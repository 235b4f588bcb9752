import { Progress } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Dataset, Sample } from "@/api/datasets";
import { sampleSource } from "@/api/sample-source";
import { useTaskCard } from "@/api/task-card";
import { MediaTile } from "@/components/media/media-tile";
import type { Media } from "@/components/media/source";
import { Bytes, Count, Time } from "@/components/ui/numbers";

import { useAnnotationText } from "../annotation-text";
import { useNewestSamples } from "../api/samples/use-newest-samples";
import styles from "./dataset-card.module.css";

/** A dataset at a glance: some of what is in it, how much is labelled, what was frozen last. */
export function DatasetCard({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const { num_samples: numSamples, num_labelled: numLabelled, num_rows: numRows } = dataset;
  const annotation = useAnnotationText(dataset);
  const share = numSamples === 0 ? 0 : numLabelled / numSamples;
  return (
    <Link to={dataset.id} className={styles.card}>
      <Preview dataset={dataset} />
      <div className={styles.body}>
        <h2 className={styles.name}>{dataset.name}</h2>
        <p className={styles.line}>
          {annotation} ·{" "}
          {numRows === null
            ? t("datasets.numImages", { count: numSamples })
            : t("datasets.numRows", { count: numRows })}{" "}
          · <Bytes value={dataset.num_bytes} />
        </p>
        {numRows === null && (
          <>
            <Progress
              percent={Math.floor(share * 100)}
              size="small"
              aria-label={t("datasets.list.labelled")}
            />
            <p className={styles.line}>
              {t("datasets.list.labelledOf", { labelled: numLabelled, total: numSamples })}
            </p>
          </>
        )}
        <p className={styles.line}>
          {dataset.latest_version === null
            ? t("datasets.list.noVersion")
            : t("datasets.list.version", { number: dataset.latest_version.number })}{" "}
          · <Time value={dataset.updated_at} />
        </p>
      </div>
    </Link>
  );
}

/** Media of which a small tile shows an image; what is written needs the whole width. */
const DRAWN: ReadonlySet<Media> = new Set(["image", "audio", "video"]);

function Preview({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const samples = useNewestSamples(dataset.id, dataset.num_samples > 0);
  const media = useTaskCard(dataset.task)?.media;
  if (dataset.num_samples === 0) {
    return <div className={styles.nothing}>{t("datasets.list.noImages")}</div>;
  }
  const shown = samples.data ?? [];
  const tile = (sample: Sample | undefined) =>
    sample && media && <MediaTile source={{ ...sampleSource(sample, media, 160), name: "" }} />;
  if (media !== undefined && !DRAWN.has(media)) {
    return (
      <div className={styles.written} aria-hidden>
        {tile(shown[0])}
      </div>
    );
  }
  const numMore = dataset.num_samples - shown.length;
  return (
    <div className={styles.preview} aria-hidden>
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className={styles.tile}>
          {tile(shown[index])}
        </div>
      ))}
      {numMore > 0 && shown.length === 4 && (
        <span className={styles.more}>
          +<Count value={numMore} />
        </span>
      )}
    </div>
  );
}
