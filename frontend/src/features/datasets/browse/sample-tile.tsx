import { memo, useState, type KeyboardEvent, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";

import { sampleImageUrl, type Label, type Sample, type ThumbnailSize } from "@/api/datasets";

import styles from "./sample-tile.module.css";

interface Props {
  sample: Sample;
  labelById: ReadonlyMap<string, Label>;
  index: number;
  isActive: boolean;
  isSelected: boolean;
  isSelecting: boolean;
  size: ThumbnailSize;
  onOpen: (id: string) => void;
  onSelect: (id: string, shift: boolean) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** One image of the wall with its labels drawn on. */
export const SampleTile = memo(function SampleTile(props: Props) {
  const { sample, labelById, index, isActive, isSelected, isSelecting, size } = props;
  const { onOpen, onSelect, onKeyDown } = props;
  const { t } = useTranslation();
  const labels = sample.labels.flatMap(({ id }) => labelById.get(id) ?? []);
  const names = labels.map((label) => label.name).join(", ");
  const click = (event: MouseEvent) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey || isSelecting) {
      onSelect(sample.id, event.shiftKey);
    } else onOpen(sample.id);
  };
  return (
    <div className={`${styles.tile} ${isSelected ? styles.selected : ""}`}>
      <button
        type="button"
        className={styles.open}
        data-index={index}
        tabIndex={isActive ? 0 : -1}
        aria-pressed={isSelecting ? isSelected : undefined}
        onClick={click}
        onKeyDown={onKeyDown}
      >
        <Picture
          key={sample.id}
          url={sampleImageUrl(sample.id, size)}
          name={t("datasets.browse.tile", {
            name: sample.name,
            labels:
              sample.labelled_at === null ? t("datasets.unlabelled") : names || t("datasets.none"),
          })}
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
      <div className={styles.labels} aria-hidden>
        {labels.slice(0, 3).map((label) => (
          <span key={label.id} className={styles.label}>
            <i style={{ background: label.color }} />
            {label.name}
          </span>
        ))}
        {labels.length > 3 && <span className={styles.label}>+{labels.length - 3}</span>}
      </div>
    </div>
  );
});

/** The thumbnail, or plain words when its file cannot be shown. */
function Picture({ url, name }: { url: string; name: string }) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState(false);
  if (broken) return <span className={styles.broken}>{t("datasets.browse.broken")}</span>;
  return (
    <img src={url} alt={name} title={name} draggable={false} onError={() => setBroken(true)} />
  );
}
