import { useMemo, useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import type { Label, Sample } from "@/api/datasets";
import { sampleSource } from "@/api/sample-source";
import { MediaTile } from "@/components/media/media-tile";
import type { Media } from "@/components/media/source";
import { Percent } from "@/components/ui/numbers";

import { stepInGrid } from "../model/grid-selection";
import type { LabelIds } from "../model/label-change";
import styles from "./batch-grid.module.css";

interface Props {
  samples: readonly Sample[];
  media: Media;
  labels: readonly Label[];
  selection: ReadonlySet<string>;
  active: number;
  current: (sample: Sample) => LabelIds;
  /** How sure a model is of a sample, where one suggests something. */
  scoreOf?: (id: string) => number | undefined;
  onActive: (index: number) => void;
  onChoose: (id: string, event: { shiftKey: boolean }) => void;
  onAll: () => void;
}

/** The images of a page; arrows move, Space selects, a click does too. */
export function BatchGrid(props: Props) {
  const { samples, media, labels, selection, active, current, scoreOf } = props;
  const { onActive, onChoose, onAll } = props;
  const { t } = useTranslation();
  const grid = useRef<HTMLDivElement>(null);
  const labelById = useMemo(() => new Map(labels.map((label) => [label.id, label])), [labels]);

  const move = (key: string) => {
    const columns = grid.current
      ? getComputedStyle(grid.current).gridTemplateColumns.split(" ").length
      : 1;
    const next = stepInGrid(active, key, columns, samples.length);
    onActive(next);
    grid.current?.querySelectorAll<HTMLElement>("button")[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      move(event.key);
    } else if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onAll();
    }
  };
  return (
    <div className={styles.scroller}>
      <div ref={grid} className={styles.grid} role="group" aria-label={t("labelling.queue")}>
        {samples.map((sample, index) => {
          const ids = current(sample);
          const shown = (ids ?? []).flatMap((id) => labelById.get(id) ?? []);
          const score = scoreOf?.(sample.id);
          const state =
            ids === null
              ? t("labelling.unlabelled")
              : shown.map((label) => label.name).join(", ") || t("labelling.none");
          return (
            <button
              key={sample.id}
              type="button"
              className={styles.tile}
              tabIndex={index === active ? 0 : -1}
              aria-pressed={selection.has(sample.id)}
              onKeyDown={onKeyDown}
              onClick={(event) => onChoose(sample.id, event)}
            >
              <MediaTile
                source={{ ...sampleSource(sample, media, 320), name: `${sample.name}: ${state}` }}
              />
              {score !== undefined && (
                <span className={styles.score}>
                  <Percent value={score} digits={0} />
                </span>
              )}
              {ids !== null && (
                <span className={styles.state} aria-hidden>
                  {shown[0] && <i style={{ background: shown[0].color }} />}
                  {state}
                </span>
              )}
            </button>
          );
        })}
      </div>
    </div>
  );
}
