import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import { thumbnailSize, type Label, type Sample } from "@/api/datasets";

import type { Media } from "@/components/media/source";
import { useElementWidth } from "@/components/ui/use-element-width";

import { choose, chooseAll, NOTHING_SELECTED, step, type Selection } from "./selection";
import { SampleTile } from "./sample-tile";
import styles from "./sample-wall.module.css";

const GAP = 8;
const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

interface Props {
  samples: readonly Sample[];
  media: Media;
  labels: readonly Label[];
  isAnnotated: boolean;
  isWhole: boolean;
  tileSize: number;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onOpen: (id: string) => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onLoadMore: () => void;
}

/**
 * A wall of images that draws only the rows in view, so 100,000 samples scroll as well as 100.
 *
 * One tile is in the tab order; arrows move among them, Space selects, Enter opens.
 */
export function SampleWall(props: Props) {
  const { samples, media, labels, tileSize, selection, onSelect, onOpen } = props;
  const { hasMore, isLoadingMore, onLoadMore, isAnnotated, isWhole } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const width = useElementWidth(scroller);
  const numColumns = Math.max(2, Math.floor((width + GAP) / (tileSize + GAP)));
  const side = Math.max(48, (width - GAP * (numColumns - 1)) / numColumns);
  const numRows = Math.ceil(samples.length / numColumns);
  const [active, setActive] = useState(0);
  const order = useMemo(() => samples.map((sample) => sample.id), [samples]);
  const labelById = useMemo(() => new Map(labels.map((label) => [label.id, label])), [labels]);

  // The compiler cannot see through the virtualizer's own cache; it re-renders by itself.
  // eslint-disable-next-line react-hooks/incompatible-library
  const rows = useVirtualizer({
    count: numRows,
    getScrollElement: () => scroller.current,
    estimateSize: () => side + GAP,
    overscan: 4,
  });
  useEffect(() => rows.measure(), [rows, side]);

  const visible = rows.getVirtualItems();
  const lastVisible = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && lastVisible >= numRows - 6) onLoadMore();
  }, [hasMore, isLoadingMore, lastVisible, numRows, onLoadMore]);

  const select = (id: string, shift: boolean) => {
    setActive(order.indexOf(id));
    onSelect(choose(selection, order, id, { shift, toggle: !shift }));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const id = order[active];
    if (ARROWS.has(event.key) && id !== undefined) {
      event.preventDefault();
      const next = step(active, event.key, numColumns, samples.length);
      setActive(next);
      const nextId = order[next];
      if (event.shiftKey && nextId !== undefined) {
        const from = selection.anchor === null ? justOne(id) : selection;
        onSelect(choose(from, order, nextId, { shift: true, toggle: false }));
      }
      rows.scrollToIndex(Math.floor(next / numColumns));
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus(),
      );
    } else if (event.key === " " && id !== undefined) {
      event.preventDefault();
      select(id, event.shiftKey);
    } else if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSelect(chooseAll(order));
    } else if (event.key === "Escape") {
      onSelect(NOTHING_SELECTED);
    }
  };

  return (
    <div ref={scroller} className={styles.wall} role="group" aria-label={t("datasets.browse.wall")}>
      <div className={styles.canvas} style={{ height: rows.getTotalSize() }}>
        {visible.map((row) => (
          <div
            key={row.key}
            className={styles.row}
            style={{
              transform: `translateY(${row.start}px)`,
              gridTemplateColumns: `repeat(${numColumns}, ${side}px)`,
              height: side,
            }}
          >
            {samples
              .slice(row.index * numColumns, (row.index + 1) * numColumns)
              .map((sample, column) => {
                const index = row.index * numColumns + column;
                return (
                  <SampleTile
                    key={sample.id}
                    sample={sample}
                    media={media}
                    labelById={labelById}
                    isAnnotated={isAnnotated}
                    isWhole={isWhole}
                    index={index}
                    isActive={index === Math.min(active, samples.length - 1)}
                    isSelected={selection.ids.has(sample.id)}
                    isSelecting={selection.ids.size > 0}
                    size={thumbnailSize(side, globalThis.devicePixelRatio)}
                    onOpen={onOpen}
                    onSelect={select}
                    onKeyDown={onKeyDown}
                  />
                );
              })}
          </div>
        ))}
      </div>
      {isLoadingMore && (
        <p className={styles.more} role="status">
          {t("datasets.browse.loadingMore")}
        </p>
      )}
    </div>
  );
}

function justOne(id: string): Selection {
  return { ids: new Set([id]), anchor: id };
}
