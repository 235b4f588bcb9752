import { memo, type KeyboardEvent, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";

import type { Label, Sample, ThumbnailSize } from "@/api/datasets";
import { sampleSource } from "@/api/sample-source";
import { MediaTile } from "@/components/media/media-tile";
import type { Media } from "@/components/media/source";

import styles from "./sample-tile.module.css";

interface Props {
  sample: Sample;
  media: Media;
  labelById: ReadonlyMap<string, Label>;
  /** What was annotated is drawn on it and written below. */
  isAnnotated: boolean;
  /** Parts of samples are annotated, so that images are not cut. */
  isWhole: boolean;
  index: number;
  isActive: boolean;
  isSelected: boolean;
  isSelecting: boolean;
  size: ThumbnailSize;
  onOpen: (id: string) => void;
  onSelect: (id: string, shift: boolean) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Media of which a tile shows an image; of others it shows the first words. */
const DRAWN: ReadonlySet<Media> = new Set(["image", "audio", "video"]);

/** The colour of regions that need no label, such as lines of text. */
const NO_LABEL = "var(--series-1)";

/** One sample of the wall with its labels drawn on. */
export const SampleTile = memo(function SampleTile(props: Props) {
  const { sample, media, labelById, index, isActive, isSelected, isSelecting, size } = props;
  const { isAnnotated, isWhole } = props;
  const { onOpen, onSelect, onKeyDown } = props;
  const { t } = useTranslation();
  const labels = sample.labels.flatMap(({ id }) => labelById.get(id) ?? []);
  const regions = sample.region_labels.flatMap(({ id, num }) => {
    const label = id === null ? undefined : labelById.get(id);
    return label === undefined ? [] : [{ ...label, name: `${label.name} ×${num}` }];
  });
  const shown = [...labels, ...regions];
  const [text] = sample.texts;
  const content = [
    ...shown.map((label) => label.name),
    ...(text === undefined ? [] : [text]),
    ...(sample.value === null ? [] : [String(sample.value)]),
  ].join(", ");
  const drawn = isAnnotated
    ? sample.drawn.map((one) => ({
        ...one,
        color: labelById.get(one.label_id ?? "")?.color ?? NO_LABEL,
      }))
    : [];
  const numRegions = sum(sample.region_labels);
  // Of a video the first frame is shown; what comes later is counted all the same.
  const numLeftOut = media === "video" ? 0 : numRegions - sum(sample.drawn);
  const click = (event: MouseEvent) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey || isSelecting) {
      onSelect(sample.id, event.shiftKey);
    } else onOpen(sample.id);
  };
  return (
    <div
      className={`${styles.tile} ${isSelected ? styles.selected : ""}`}
      data-written={!DRAWN.has(media)}
      data-selecting={isSelecting}
    >
      <button
        type="button"
        className={styles.open}
        data-index={index}
        tabIndex={isActive ? 0 : -1}
        aria-pressed={isSelecting ? isSelected : undefined}
        onClick={click}
        onKeyDown={onKeyDown}
      >
        <MediaTile
          key={sample.id}
          drawn={drawn}
          isWhole={isWhole}
          source={{
            ...sampleSource(sample, media, size),
            name: t("datasets.browse.tile", {
              name: sample.name,
              labels:
                sample.labelled_at === null
                  ? t("datasets.unlabelled")
                  : content || t(sample.is_negative ? "datasets.negative" : "datasets.none"),
            }),
          }}
        />
      </button>
      <input
        type="checkbox"
        className={`${styles.check} ${isSelecting ? styles.shown : ""}`}
        tabIndex={-1}
        aria-label={t("datasets.browse.select", { name: sample.name })}
        checked={isSelected}
        onClick={(event) => onSelect(sample.id, event.shiftKey)}
        onChange={() => undefined}
      />
      {isAnnotated && (
        <div className={styles.labels} data-below={!DRAWN.has(media)} aria-hidden>
          {shown.slice(0, 3).map((label) => (
            <span key={label.id} className={styles.label}>
              <i style={{ background: label.color }} />
              {label.name}
            </span>
          ))}
          {shown.length > 3 && <span className={styles.label}>+{shown.length - 3}</span>}
          {shown.length === 0 && content !== "" && <span className={styles.label}>{content}</span>}
          {shown.length === 0 && content === "" && numRegions > 0 && (
            <span className={styles.label}>×{numRegions}</span>
          )}
          {numLeftOut > 0 && (
            <span className={styles.label}>
              {t("datasets.browse.notDrawn", { count: numLeftOut })}
            </span>
          )}
          {sample.is_negative && <span className={styles.label}>{t("datasets.negative")}</span>}
        </div>
      )}
    </div>
  );
});

function sum(parts: readonly { num: number }[]): number {
  return parts.reduce((total, { num }) => total + num, 0);
}
