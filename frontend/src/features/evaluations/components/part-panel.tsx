import { Table } from "antd";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { useTaskCard, type TaskCard } from "@/api/task-card";
import { metricText } from "@/components/metrics/metric";
import { metricName } from "@/components/metrics/metric-name";
import { metricUnit } from "@/components/metrics/metric-unit";
import { Panel } from "@/components/ui/panel";
import { formatMetric } from "@/i18n/format";

import type { EvaluatedPart, Evaluation, MetricChange } from "../types";
import { verdictOf } from "../verdict";
import styles from "./evaluations.module.css";
import { ModelName, nameOf } from "./model-name";

interface PartPanelProps {
  evaluation: Evaluation;
  part: EvaluatedPart;
  task: string;
}

/** What the models reach on the same samples, and whether the difference is more than chance. */
export function PartPanel({ evaluation, part, task }: PartPanelProps) {
  const { t, i18n } = useTranslation();
  const card = useTaskCard(task);
  const title = t(`evaluations.part.${part.part}`, {
    count: part.num_samples,
    tag: evaluation.tag_name,
  });
  const rows = rowsOf(part, evaluation.primary_metric);
  return (
    <Panel title={title}>
      <Verdicts evaluation={evaluation} part={part} card={card} />
      <Table<MetricRow>
        rowKey="metric"
        size="small"
        dataSource={rows}
        pagination={false}
        scroll={{ x: "max-content" }}
        columns={[
          {
            title: t("evaluations.metric"),
            render: (_, { metric }) =>
              metric === evaluation.primary_metric ? (
                <strong>{metricName(t, metric)}</strong>
              ) : (
                metricName(t, metric)
              ),
          },
          ...evaluation.models.map((model, place) => ({
            title: <ModelName model={model} projectId={evaluation.project_id} />,
            key: place,
            align: "right" as const,
            render: (_: unknown, { metric, values }: MetricRow) => {
              const value = values[place];
              return value === undefined
                ? "–"
                : metricText(value, metricUnit(metric, card), i18n.language, 2);
            },
          })),
        ]}
      />
    </Panel>
  );
}

interface MetricRow {
  metric: string;
  /** One of each model, in their order. */
  values: (number | undefined)[];
}

/** All metrics of a part, the one that models are evaluated by first. */
function rowsOf(part: EvaluatedPart, primary: string): MetricRow[] {
  const names = [...new Set(part.models.flatMap(({ metrics }) => Object.keys(metrics)))];
  return names
    .sort((one, other) => Number(other === primary) - Number(one === primary))
    .map((metric) => ({ metric, values: part.models.map(({ metrics }) => metrics[metric]) }));
}

interface VerdictsProps {
  evaluation: Evaluation;
  part: EvaluatedPart;
  card: TaskCard | undefined;
}

function Verdicts({ evaluation, part, card }: VerdictsProps) {
  const { t, i18n } = useTranslation();
  const [first, ...others] = evaluation.models;
  if (first === undefined || others.length === 0) return null;
  const unit = metricUnit(evaluation.primary_metric, card);
  const signed = (value: number) => {
    const sign = value > 0 ? "+" : "";
    return unit === "share"
      ? t("evaluations.points", { value: `${sign}${formatMetric(100 * value, i18n.language)}` })
      : `${sign}${metricText(value, unit, i18n.language)}`;
  };
  return (
    <ul className={styles.verdicts}>
      {others.map((model, place) => {
        const change = part.models[place + 1]?.change;
        if (change == null) return null;
        const verdict = verdictOf(change, evaluation.higher_is_better);
        return (
          <li key={place}>
            {t(`evaluations.verdict.${verdict}`, { model: nameOf(model), first: nameOf(first) })}
            <span className={styles.change}>
              {metricName(t, evaluation.primary_metric)}{" "}
              <span className={toneOf(verdict)}>{signed(change.difference)}</span>
              {intervalText(t, change, signed)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function toneOf(verdict: string) {
  return verdict === "better" || verdict === "worse" ? styles[verdict] : undefined;
}

function intervalText(t: TFunction, change: MetricChange, signed: (value: number) => string) {
  const { low, high } = change;
  if (low === null || high === null) return null;
  return t("evaluations.interval", { low: signed(low), high: signed(high) });
}
