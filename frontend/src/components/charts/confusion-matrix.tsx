import { useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import { formatCount } from "@/i18n/format";

import styles from "./confusion-matrix.module.css";

interface ConfusionMatrixProps {
  title: string;
  labels: string[];
  /** Names of the columns where they differ from the rows': "nothing found" is never true. */
  predictedLabels?: string[];
  /** `counts[truth][predicted]`: rows are true labels. */
  counts: number[][];
  /** A cell was chosen: show its samples. */
  onOpen?: (truth: number, predicted: number) => void;
  /** The chosen cell, drawn with a frame. */
  selected?: { truth: number; predicted: number };
}

const MOVES: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** How often each true label was called what: one hue by share of the row, and the numbers. */
export function ConfusionMatrix(props: ConfusionMatrixProps) {
  const { title, labels, predictedLabels = labels, counts, onOpen, selected } = props;
  const { t } = useTranslation();
  const grid = useRef<HTMLTableElement>(null);
  const [focus, setFocus] = useState<[number, number]>([0, 0]);

  const move = (event: KeyboardEvent) => {
    const step = MOVES[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const inside = (value: number, length: number) => Math.max(0, Math.min(length - 1, value));
    const next: [number, number] = [
      inside(focus[0] + step[0], labels.length),
      inside(focus[1] + step[1], predictedLabels.length),
    ];
    setFocus(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next.join("-")}"]`)?.focus();
  };

  return (
    <div className={styles.scroll}>
      <table ref={grid} className={styles.matrix}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th className={styles.corner} scope="col">
              {t("ui.chart.truth")} ↓ {t("ui.chart.predicted")} →
            </th>
            {predictedLabels.map((label) => (
              <th key={label} scope="col" className={styles.column} title={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, truth) => (
            <tr key={label}>
              <th scope="row" className={styles.row} title={label}>
                {label}
              </th>
              {predictedLabels.map((predictedLabel, predicted) => (
                <Cell
                  key={predictedLabel}
                  name={`${truth}-${predicted}`}
                  count={counts[truth]?.[predicted] ?? 0}
                  total={(counts[truth] ?? []).reduce((sum, count) => sum + count, 0)}
                  truth={label}
                  predicted={predictedLabel}
                  reachable={focus[0] === truth && focus[1] === predicted}
                  chosen={selected?.truth === truth && selected.predicted === predicted}
                  onFocus={() => setFocus([truth, predicted])}
                  onKeyDown={move}
                  onOpen={() => onOpen?.(truth, predicted)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  name: string;
  count: number;
  total: number;
  truth: string;
  predicted: string;
  reachable: boolean;
  chosen: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onOpen: () => void;
}

const DARK_ENOUGH_FOR_LIGHT_TEXT = 0.6;
/** Between these parts of the ramp, neither dark nor light text can be read; no cell has one. */
const MOST_UNDER_DARK = 0.5;
const LEAST_UNDER_LIGHT = 0.82;

/** Where on the ramp a share lies, in percent. */
function depthOf(share: number): number {
  const least = DARK_ENOUGH_FOR_LIGHT_TEXT;
  const depth =
    share < least
      ? (share / least) * MOST_UNDER_DARK
      : LEAST_UNDER_LIGHT + ((share - least) / (1 - least)) * (1 - LEAST_UNDER_LIGHT);
  return depth * 100;
}

function Cell(props: CellProps) {
  const { name, count, total, truth, predicted, reachable, chosen } = props;
  const { t, i18n } = useTranslation();
  const share = total === 0 ? 0 : count / total;
  const written = formatCount(count, i18n.language);
  return (
    <td className={styles.cell}>
      <button
        type="button"
        data-cell={name}
        tabIndex={reachable ? 0 : -1}
        aria-pressed={chosen}
        aria-label={t("ui.chart.cell", { count, total, truth, predicted })}
        className={`${styles.count} ${share >= DARK_ENOUGH_FOR_LIGHT_TEXT ? styles.deep : ""}`}
        style={{
          background: `color-mix(in oklab, var(--ramp-high) ${depthOf(share)}%, var(--ramp-low))`,
        }}
        onFocus={props.onFocus}
        onKeyDown={props.onKeyDown}
        onClick={props.onOpen}
      >
        {count === 0 ? "·" : written}
      </button>
    </td>
  );
}
