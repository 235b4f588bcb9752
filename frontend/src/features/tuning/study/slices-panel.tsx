import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";

import type { Study, Trial } from "../types";
import { useParameterTexts } from "../use-parameter-texts";
import { useScore } from "../use-score";
import { placeOn, type Axis } from "./axes";
import { SCORE } from "./scale";
import styles from "./slices.module.css";

interface SlicesPanelProps {
  study: Study;
  trials: readonly Trial[];
  axes: readonly Axis[];
  onOpen: (number: number) => void;
}

const SIZE = { width: 220, height: 130, inset: 8 } as const;

/** The score against each parameter by itself, those that matter most first. */
export function SlicesPanel({ study, trials, axes, onOpen }: SlicesPanelProps) {
  const { t } = useTranslation();
  const score = axes.find(({ name }) => name === SCORE);
  const weight = (axis: Axis) => study.importances[axis.name] ?? 0;
  const parameters = axes
    .filter(({ name }) => name !== SCORE)
    .sort((one, other) => weight(other) - weight(one));
  if (score === undefined) return null;
  return (
    <Panel title={t("tuning.slices.title")}>
      <p className={styles.hint}>{t("tuning.slices.hint")}</p>
      <div className={styles.slices}>
        {parameters.map((axis) => (
          <Slice key={axis.name} {...{ study, trials, axis, score, onOpen }} />
        ))}
      </div>
    </Panel>
  );
}

interface SliceProps extends Omit<SlicesPanelProps, "axes"> {
  axis: Axis;
  score: Axis;
}

function Slice({ study, trials, axis, score, onOpen }: SliceProps) {
  const { t } = useTranslation();
  const texts = useParameterTexts();
  const scores = useScore(study);
  const name = texts.name(axis.name);
  const { range } = axis;
  const ends =
    range.kind === "choices" ? [range.values?.[0], range.values?.at(-1)] : [range.low, range.high];
  const dots = trials.flatMap((trial) => {
    const [x, y] = [placeOn(axis, trial), placeOn(score, trial)];
    return x === undefined || y === undefined ? [] : [{ trial, x, y }];
  });
  return (
    <figure className={styles.slice}>
      <figcaption className={styles.name}>{name}</figcaption>
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        role="img"
        aria-label={t("tuning.slices.label", { name, count: dots.length })}
      >
        <rect className={styles.ground} width={SIZE.width} height={SIZE.height} rx={4} />
        {dots.map(({ trial, x, y }) => (
          <circle
            key={trial.number}
            className={`${styles.dot} ${trial.is_best ? styles.best : ""} ${trial.state === "pruned" ? styles.pruned : ""}`}
            cx={SIZE.inset + x * (SIZE.width - 2 * SIZE.inset)}
            cy={SIZE.inset + (1 - y) * (SIZE.height - 2 * SIZE.inset)}
            r={trial.is_best ? 6 : 4}
            onClick={() => onOpen(trial.number)}
          >
            <title>
              {`#${trial.number} · ${texts.value(axis.name, trial.settings[axis.name])} · ${scores.text(trial.score ?? 0)}`}
            </title>
          </circle>
        ))}
      </svg>
      <div className={styles.ends}>
        {ends.map((end, index) => (
          <span key={index}>{texts.value(axis.name, end)}</span>
        ))}
      </div>
    </figure>
  );
}
