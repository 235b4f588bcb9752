import { Progress } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { sampleImageUrl, type Dataset } from "@/api/datasets";
import { Bytes, Count, Time } from "@/components/ui/numbers";

import { useAnnotationText } from "../annotation-text";
import { useNewestSamples } from "../api/samples/use-newest-samples";
import styles from "./dataset-card.module.css";

/** A dataset at a glance: a few of its images, how much is labelled, what was frozen last. */
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

function Preview({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const samples = useNewestSamples(dataset.id, dataset.num_samples > 0);
  if (dataset.num_samples === 0) {
    return <div className={styles.nothing}>{t("datasets.list.noImages")}</div>;
  }
  const shown = samples.data ?? [];
  const numMore = dataset.num_samples - shown.length;
  return (
    <div className={styles.preview} aria-hidden>
      {Array.from({ length: 4 }, (_, index) => {
        const sample = shown[index];
        return (
          <div key={index} className={styles.tile}>
            {sample && <img src={sampleImageUrl(sample.id, 160)} alt="" loading="lazy" />}
          </div>
        );
      })}
      {numMore > 0 && shown.length === 4 && (
        <span className={styles.more}>
          +<Count value={numMore} />
        </span>
      )}
    </div>
  );
}
