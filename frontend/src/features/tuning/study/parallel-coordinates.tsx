import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { ScrollArea } from "@/components/ui/scroll-area";
import { useElementWidth } from "@/components/ui/use-element-width";

import type { Study, Trial } from "../types";
import { useParameterTexts } from "../use-parameter-texts";
import { useScore } from "../use-score";
import { brushed, goodness, placeOn, type Axis } from "./axes";
import { ParallelAxis } from "./parallel-axis";
import { gapOf, pathOf, PLOT } from "./plot";
import { SCORE, type Brushes, type Interval } from "./scale";
import styles from "./parallel.module.css";

interface ParallelCoordinatesProps {
  study: Study;
  trials: readonly Trial[];
  axes: readonly Axis[];
  brushes: Brushes;
  onBrush: (name: string, interval: Interval | undefined) => void;
  onOpen: (number: number) => void;
}

// More lines than this are a grey surface; the best ones tell.
const MAX_LINES = 800;

/** A line for each trial across all parameters to its score; parts of axes choose among them. */
export function ParallelCoordinates(props: ParallelCoordinatesProps) {
  const { study, trials, axes, brushes } = props;
  const { t } = useTranslation();
  const ranks = useMemo(() => goodness(trials, study.direction), [trials, study.direction]);
  const shown = useMemo(
    () =>
      trials
        .filter(({ number }) => ranks.has(number))
        .sort((one, other) => (ranks.get(one.number) ?? 0) - (ranks.get(other.number) ?? 0))
        .slice(-MAX_LINES),
    [ranks, trials],
  );
  const chosen = useMemo(
    () => new Set(brushed(shown, axes, brushes).map(({ number }) => number)),
    [axes, brushes, shown],
  );
  if (shown.length === 0) {
    return (
      <Panel title={t("tuning.parallel.title")}>
        <p className={styles.hint}>{t("tuning.parallel.early")}</p>
      </Panel>
    );
  }
  return (
    <Panel title={t("tuning.parallel.title")}>
      <p className={styles.hint}>
        {t("tuning.parallel.hint")}
        {shown.length === MAX_LINES && ` ${t("tuning.parallel.capped", { count: MAX_LINES })}`}
      </p>
      <Plot {...props} shown={shown} ranks={ranks} chosen={chosen} />
    </Panel>
  );
}

interface PlotProps extends ParallelCoordinatesProps {
  shown: readonly Trial[];
  ranks: ReadonlyMap<number, number>;
  chosen: ReadonlySet<number>;
}

/** The axes and lines, drawn for the width that there is. */
function Plot({ study, axes, brushes, onBrush, onOpen, shown, ranks, chosen }: PlotProps) {
  const { t } = useTranslation();
  const texts = useParameterTexts();
  const score = useScore(study);
  const place = useRef<HTMLDivElement>(null);
  const gap = gapOf(axes.length, useElementWidth(place));
  const isAbsent = (axis: Axis) => shown.some((trial) => placeOn(axis, trial) === undefined);
  const width = 2 * PLOT.side + (axes.length - 1) * gap;
  const height = PLOT.top + PLOT.height + (axes.some(isAbsent) ? PLOT.absent : 0) + 12;
  return (
    <div ref={place}>
      <ScrollArea label={t("tuning.parallel.label", { count: shown.length })} minWidth={width}>
        <svg
          className={styles.plot}
          width={width}
          height={height}
          role="group"
          aria-label={t("tuning.parallel.label", { count: shown.length })}
        >
          <g className={styles.lines}>
            {shown.map((trial) => (
              <TrialLine
                key={trial.number}
                path={pathOf(trial, axes, gap)}
                rank={ranks.get(trial.number) ?? 0}
                isBest={trial.is_best}
                isChosen={chosen.has(trial.number)}
                isPruned={trial.state === "pruned"}
                title={t("tuning.parallel.line", {
                  number: trial.number,
                  score: score.text(trial.score ?? 0),
                })}
                onOpen={() => onOpen(trial.number)}
              />
            ))}
          </g>
          {axes.map((axis, index) => (
            <ParallelAxis
              key={axis.name}
              axis={axis}
              x={PLOT.side + index * gap}
              name={axis.name === SCORE ? score.name : texts.name(axis.name)}
              write={(value) =>
                axis.name === SCORE ? score.text(Number(value)) : texts.value(axis.name, value)
              }
              hasAbsent={isAbsent(axis)}
              interval={brushes[axis.name]}
              onBrush={(interval) => onBrush(axis.name, interval)}
            />
          ))}
        </svg>
      </ScrollArea>
    </div>
  );
}

interface TrialLineProps {
  path: string;
  rank: number;
  title: string;
  isBest: boolean;
  isChosen: boolean;
  isPruned: boolean;
  onOpen: () => void;
}

/** One trial; the table below offers the same by keyboard. */
function TrialLine(props: TrialLineProps) {
  const { path, rank, title, isBest, isChosen, isPruned, onOpen } = props;
  const names = [styles.line, isBest && styles.best, isChosen || styles.faded];
  return (
    <path
      d={path}
      className={names.filter(Boolean).join(" ")}
      strokeDasharray={isPruned ? "4 4" : undefined}
      style={{ "--rank": `${Math.round(rank * 100)}%` } as React.CSSProperties}
      onClick={onOpen}
      aria-hidden
    >
      <title>{title}</title>
    </path>
  );
}
