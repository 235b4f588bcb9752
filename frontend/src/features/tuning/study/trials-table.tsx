import type { TFunction } from "i18next";
import { Button, Table, Tag, type TableColumnsType } from "antd";
import { useTranslation } from "react-i18next";

import { compareMetrics, sortDirections } from "@/components/metrics/metric";
import { Duration } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";

import type { Study, Trial } from "../types";
import { useParameterTexts } from "../use-parameter-texts";
import { useScore } from "../use-score";
import { placeOn, type Axis } from "./axes";
import { isTooSlow, useLatencyText } from "./latency";
import { roundOf } from "./rounds";
import { SCORE, valueAt, type Brushes } from "./scale";
import styles from "./study.module.css";
import { TrialStateTag } from "./trial-state";

interface TrialsTableProps {
  study: Study;
  /** Those that pass the brushes. */
  trials: readonly Trial[];
  total: number;
  axes: readonly Axis[];
  brushes: Brushes;
  onClear: (name?: string) => void;
  onOpen: (number: number) => void;
}

const PAGE_SIZE = 25;

/** All trials with their settings; what is chosen on the axes above narrows it. */
export function TrialsTable(props: TrialsTableProps) {
  const { study, trials, total, axes, brushes, onClear, onOpen } = props;
  const { t } = useTranslation();
  const columns = useColumns(study, axes, onOpen);
  return (
    <Panel
      flush
      title={
        trials.length === total
          ? t("tuning.trials.count", { count: total })
          : t("tuning.trials.some", { count: trials.length, total })
      }
    >
      <ChosenParts {...{ study, axes, brushes, onClear }} />
      <Table<Trial>
        rowKey="number"
        size="small"
        dataSource={[...trials]}
        columns={columns}
        scroll={{ x: "max-content" }}
        pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false }}
        onRow={({ number }) => ({ onClick: () => onOpen(number), style: { cursor: "pointer" } })}
        locale={{ emptyText: t(total === 0 ? "tuning.trials.none" : "tuning.trials.noneChosen") }}
      />
    </Panel>
  );
}

function useColumns(
  study: Study,
  axes: readonly Axis[],
  onOpen: (number: number) => void,
): TableColumnsType<Trial> {
  const { t } = useTranslation();
  const texts = useParameterTexts();
  const score = useScore(study);
  const latency = useLatencyText();
  const kind = { unit: score.unit, higherIsBetter: study.direction === "maximize" };
  return [
    {
      title: t("tuning.trials.number"),
      defaultSortOrder: "descend",
      sorter: (one, other) => one.number - other.number,
      render: (_, trial) => (
        <button
          type="button"
          className={styles.link}
          aria-label={t("tuning.trials.open", { number: trial.number })}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(trial.number);
          }}
        >
          {trial.number}
        </button>
      ),
    },
    ...(study.population === null ? [] : lineColumns(study, t)),
    {
      title: t("tuning.trials.state"),
      render: (_, trial) => (
        <>
          <TrialStateTag state={trial.state} />
          {trial.copied_from !== null && <Tag>{t("tuning.trials.copied")}</Tag>}
        </>
      ),
    },
    {
      title: score.name,
      align: "right",
      sorter: (one, other) => compareMetrics(one.score, other.score, kind),
      sortDirections: sortDirections(kind),
      render: (_, trial) =>
        trial.score === null ? (
          "–"
        ) : trial.is_best ? (
          <strong>{`★ ${score.text(trial.score)}`}</strong>
        ) : (
          score.text(trial.score)
        ),
    },
    {
      title: t("tuning.trials.latency"),
      align: "right",
      sorter: (one, other) => (one.latency_ms ?? Infinity) - (other.latency_ms ?? Infinity),
      render: (_, { latency_ms: taken }) =>
        taken === null ? (
          "–"
        ) : isTooSlow(study, taken) ? (
          <span className={styles.tooSlow}>{latency(taken)}</span>
        ) : (
          latency(taken)
        ),
    },
    ...axes
      .filter(({ name }) => name !== SCORE)
      .map((axis) => ({
        title: texts.name(axis.name),
        align: axis.range.kind === "choices" ? ("left" as const) : ("right" as const),
        sorter: (one: Trial, other: Trial) =>
          (placeOn(axis, one) ?? -1) - (placeOn(axis, other) ?? -1),
        render: (_: unknown, trial: Trial) => texts.value(axis.name, trial.settings[axis.name]),
      })),
    {
      title: t("tuning.trials.duration"),
      align: "right",
      sorter: (one, other) => (one.seconds ?? 0) - (other.seconds ?? 0),
      render: (_, { seconds }) => (seconds === null ? "–" : <Duration seconds={seconds} />),
    },
  ];
}

/** Which round a trial of a population is of, and whose weights it went on from. */
function lineColumns(study: Study, t: TFunction): TableColumnsType<Trial> {
  return [
    { title: t("tuning.line.round"), render: (_, { number }) => roundOf(study, number) },
    {
      title: t("tuning.line.parent"),
      render: (_, { parent_number: parent }) =>
        parent === null ? (
          t("tuning.line.scratch")
        ) : (
          <>{t("tuning.trial.title", { number: parent })}</>
        ),
    },
  ];
}

type ChosenPartsProps = Pick<TrialsTableProps, "study" | "axes" | "brushes" | "onClear">;

/** The parts of axes that narrow the table, each with a way to take it away. */
function ChosenParts({ study, axes, brushes, onClear }: ChosenPartsProps) {
  const { t } = useTranslation();
  const texts = useParameterTexts();
  const score = useScore(study);
  const chosen = axes.filter(({ name }) => brushes[name] !== undefined);
  if (chosen.length === 0) return null;
  const write = (axis: Axis, place: number) => {
    const value = valueAt(axis.range, place);
    return axis.name === SCORE ? score.text(Number(value)) : texts.value(axis.name, value);
  };
  return (
    <div className={styles.filters}>
      {chosen.map((axis) => {
        const { from, to } = brushes[axis.name] ?? { from: 0, to: 1 };
        const name = axis.name === SCORE ? score.name : texts.name(axis.name);
        return (
          <Tag key={axis.name} closable onClose={() => onClear(axis.name)}>
            {t("tuning.trials.part", { name, from: write(axis, from), to: write(axis, to) })}
          </Tag>
        );
      })}
      <Button size="small" onClick={() => onClear()}>
        {t("tuning.trials.clear")}
      </Button>
    </div>
  );
}
