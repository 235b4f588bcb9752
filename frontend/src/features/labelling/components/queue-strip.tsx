import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";

import type { Label, Sample } from "@/api/datasets";
import { sampleSource } from "@/api/sample-source";
import { MediaTile } from "@/components/media/media-tile";
import type { Media } from "@/components/media/source";

import { numAnnotationsOf } from "../model/annotations";
import type { LabelIds } from "../model/label-change";
import styles from "./queue-strip.module.css";

const TILE_WIDTH = 76;

interface Props {
  samples: readonly Sample[];
  media: Media;
  labels: readonly Label[];
  position: number;
  current: (sample: Sample) => LabelIds;
  /** How many places are marked in a sample now, where that is not what the server listed. */
  numAnnotations?: (sample: Sample) => number;
  onShow: (id: string) => void;
}

/** The samples of this session in order, each with what it was called; the present one is framed. */
export function QueueStrip({ samples, media, labels, position, current, ...props }: Props) {
  const { numAnnotations = numAnnotationsOf, onShow } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const labelById = useMemo(() => new Map(labels.map((label) => [label.id, label])), [labels]);
  // The compiler cannot see through the virtualizer's own cache; it re-renders by itself.
  // eslint-disable-next-line react-hooks/incompatible-library
  const tiles = useVirtualizer({
    horizontal: true,
    count: samples.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => TILE_WIDTH,
    overscan: 6,
  });
  useEffect(() => {
    if (position < samples.length) tiles.scrollToIndex(position, { align: "center" });
  }, [tiles, position, samples.length]);
  return (
    <nav ref={scroller} className={styles.strip} aria-label={t("labelling.queue")}>
      <div className={styles.canvas} style={{ width: tiles.getTotalSize() }}>
        {tiles.getVirtualItems().map((tile) => {
          const sample = samples[tile.index];
          if (sample === undefined) return null;
          const ids = current(sample);
          const names = ids?.map((id) => labelById.get(id)?.name ?? "") ?? [];
          const count = numAnnotations(sample);
          const annotations = count > 0 ? t("labelling.editor.summary", { count }) : "";
          const summary = names.length > 0 ? names.join(", ") : contentOf(sample) || annotations;
          const state =
            ids === null ? t("labelling.unlabelled") : summary || t("labelling.negative");
          const color = ids === null ? undefined : labelById.get(ids[0] ?? "")?.color;
          return (
            <button
              key={sample.id}
              type="button"
              className={`${styles.tile} ${ids === null ? styles.open : ""}`}
              style={{ transform: `translateX(${tile.start}px)` }}
              aria-current={tile.index === position}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onShow(sample.id)}
            >
              <MediaTile
                source={{ ...sampleSource(sample, media, 160), name: `${sample.name}: ${state}` }}
              />
              <span className={styles.state} aria-hidden>
                {color !== undefined && <i style={{ background: color }} />}
                {ids === null ? "" : state}
              </span>
            </button>
          );
        })}
      </div>
    </nav>
  );
}

/** What is said of a whole sample without labels: its transcript, its captions, or its score. */
function contentOf({ texts, value }: Sample): string {
  return value === null ? texts.join(" · ") : String(value);
}
