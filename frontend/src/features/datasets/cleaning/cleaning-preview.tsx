import { useTranslation } from "react-i18next";

import { annotationPrediction } from "@/api/annotation-prediction";
import { useLabels } from "@/api/datasets";
import { sampleSource } from "@/api/sample-source";
import { useTaskCard } from "@/api/task-card";
import type { RegionSet } from "@/components/predictions/documents";
import { ImagePrediction } from "@/components/predictions/image-prediction";
import { clockTime } from "@/components/media/clock-time";
import { SampleMedia } from "@/components/media/sample-media";
import type { Source } from "@/components/media/source";
import { ErrorState } from "@/components/ui/error-state";
import { CardsSkeleton } from "@/components/ui/skeletons";

import type { CleaningPreview, PreviewedSample, Step } from "../api/cleaning/cleaning-keys";
import { useCleaningPreview } from "../api/cleaning/use-cleaning-preview";
import { useThisDataset } from "../dataset-context";
import styles from "./cleaning.module.css";
import { ChangedText } from "./changed-text";

interface Props {
  jobId: string;
  steps: readonly Step[];
}

/** What the steps would do: counts, and some samples before and after. */
export function CleaningPreviewView({ jobId, steps }: Props) {
  const preview = useCleaningPreview(jobId);
  if (preview.isPending) return <CardsSkeleton count={2} />;
  if (preview.isError) {
    return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  }
  return <Preview preview={preview.data} steps={steps} />;
}

function Preview({ preview, steps }: { preview: CleaningPreview; steps: readonly Step[] }) {
  const { t } = useTranslation();
  const { num_samples: looked, total, num_lost: lost, dropped } = preview;
  const compares = steps.some(({ kind }) => kind === "drop_duplicates");
  return (
    <div className={styles.preview}>
      <div role="status">
        <p className={styles.sentence}>
          {t("cleaning.preview.headline", {
            count: looked,
            changed: preview.num_changed,
            dropped: preview.num_dropped,
          })}
        </p>
        <p className={styles.muted}>
          {looked < total
            ? t("cleaning.preview.drawn", { count: looked, total })
            : t("cleaning.preview.all")}
          {looked < total && compares && ` ${t("cleaning.preview.copies")}`}
        </p>
        <DroppedBy dropped={dropped} />
        {lost > 0 && <p className={styles.warning}>{t("cleaning.lost", { count: lost })}</p>}
      </div>
      <ul className={styles.pairs}>
        {preview.samples.map((one) => (
          <li key={one.sample.id}>
            <BeforeAfter previewed={one} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How many samples each step left out. */
export function DroppedBy({ dropped }: { dropped: Readonly<Record<string, number>> }) {
  const { t } = useTranslation();
  const steps = Object.entries(dropped);
  if (steps.length === 0) return null;
  return (
    <ul className={styles.reasons}>
      {steps.map(([step, count]) => (
        <li key={step}>
          {t("cleaning.leftOut", {
            count,
            step: t(`cleaning.step.${step}.name`),
          })}
        </li>
      ))}
    </ul>
  );
}

function BeforeAfter({ previewed }: { previewed: PreviewedSample }) {
  const { t } = useTranslation();
  const { sample, outcome, step, like, num_lost: lost } = previewed;
  return (
    <article className={styles.pair} aria-label={sample.name}>
      <header className={styles.pairHead}>
        <span className={styles.name} title={sample.name}>
          {sample.name}
        </span>
        <span className={`${styles.outcome} ${styles[outcome]}`}>
          {t(`cleaning.outcome.${outcome}`)}
        </span>
      </header>
      <div className={styles.sides}>
        <figure>
          <figcaption>{t("cleaning.before")}</figcaption>
          <Side previewed={previewed} isAfter={false} />
        </figure>
        {outcome === "changed" && (
          <figure>
            <figcaption>{t("cleaning.after")}</figcaption>
            <Side previewed={previewed} isAfter />
          </figure>
        )}
        {like !== null && (
          <figure>
            <figcaption>{t("cleaning.repeats", { name: like.name })}</figcaption>
            <Other sample={like} />
          </figure>
        )}
      </div>
      {step !== null && (
        <p className={styles.muted}>
          {t("cleaning.leftOutBy", { step: t(`cleaning.step.${step}.name`) })}
        </p>
      )}
      {lost > 0 && <p className={styles.warning}>{t("cleaning.lost", { count: lost })}</p>}
    </article>
  );
}

function Other({ sample }: { sample: PreviewedSample["sample"] }) {
  const dataset = useThisDataset();
  const card = useTaskCard(dataset.task);
  const media = card?.media ?? "image";
  if (media === "text") return <p className={styles.text}>{sample.excerpt}</p>;
  return <Media source={sampleSource(sample, media, 320)} results={[]} names={[]} />;
}

function Side({ previewed, isAfter }: { previewed: PreviewedSample; isAfter: boolean }) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const card = useTaskCard(dataset.task);
  const labels = useLabels(dataset.id);
  const { sample, text_before: before, text_after: after } = previewed;
  const media = card?.media ?? "image";
  if (before !== null) return <ChangedText before={before} after={after} isAfter={isAfter} />;
  const source: Source = isAfter
    ? {
        media,
        name: sample.name,
        ...(previewed.url !== null && { url: previewed.url }),
        ...(previewed.width !== null && { width: previewed.width }),
        ...(previewed.height !== null && { height: previewed.height }),
      }
    : sampleSource(sample, media);
  const regions = isAfter ? previewed.regions_after : previewed.regions_before;
  const prediction = annotationPrediction(
    {
      labels: [],
      relations: [],
      texts: [],
      value: null,
      num_frames: null,
      duration_ms: null,
      regions,
    },
    labels.data ?? [],
    card?.annotation_card,
  );
  const [width, height] = isAfter
    ? [previewed.width, previewed.height]
    : [sample.width, sample.height];
  const duration = isAfter ? previewed.duration_ms : sample.duration_ms;
  return (
    <>
      <Media
        source={source}
        results={(prediction?.document as RegionSet[] | undefined) ?? []}
        names={labels.data?.map(({ name }) => name) ?? []}
      />
      <p className={styles.muted}>
        {width !== null && height !== null && t("cleaning.pixels", { width, height })}
        {duration !== null && clockTime(duration / 1000)}
      </p>
    </>
  );
}

interface MediaProps {
  source: Source;
  results: readonly RegionSet[];
  /** All labels, so that each has one colour on all images. */
  names: readonly string[];
}

function Media({ source, results, names }: MediaProps) {
  return source.media === "image" ? (
    <ImagePrediction source={source} results={results} names={names} plain maxHeight="220px" />
  ) : (
    <SampleMedia source={source} maxHeight="220px" />
  );
}
