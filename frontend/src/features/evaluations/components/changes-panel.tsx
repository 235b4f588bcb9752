import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useTaskCard } from "@/api/task-card";
import { SampleThumbnail } from "@/components/media/sample-thumbnail";
import { metricText } from "@/components/metrics/metric";
import { metricUnit } from "@/components/metrics/metric-unit";
import { Panel } from "@/components/ui/panel";

import type { Evaluation, MetricChange, SampleChange } from "../types";
import styles from "./evaluations.module.css";
import { nameOf } from "./model-name";

/** Which samples a model does better on than the first, and which worse. */
export function ChangesPanel(props: { evaluation: Evaluation; place: number; task: string }) {
  const { evaluation, place, task } = props;
  const { t } = useTranslation();
  const change = evaluation.parts[0]?.models[place]?.change;
  const [first, model] = [evaluation.models[0], evaluation.models[place]];
  if (change == null || first === undefined || model === undefined) return null;
  if (change.num_better === null || change.num_worse === null) return null;
  const names = { model: nameOf(model), first: nameOf(first) };
  return (
    <Panel title={t("evaluations.changes.title", names)}>
      <div className={styles.columns}>
        {(["worse", "better"] as const).map((side) => (
          <Side key={side} side={side} change={change} evaluation={evaluation} task={task} />
        ))}
      </div>
    </Panel>
  );
}

interface SideProps {
  side: "better" | "worse";
  change: MetricChange;
  evaluation: Evaluation;
  task: string;
}

function Side({ side, change, evaluation, task }: SideProps) {
  const { t } = useTranslation();
  const num = (side === "better" ? change.num_better : change.num_worse) ?? 0;
  const samples = change[side];
  const media = useTaskCard(task)?.media;
  const isShown = media === "image" || media === "video";
  return (
    <div>
      <h3>{t(`evaluations.changes.${side}`, { count: num })}</h3>
      {samples.length < num && (
        <p className={styles.muted}>{t("evaluations.changes.most", { count: samples.length })}</p>
      )}
      <ul className={styles.samples}>
        {samples.map((sample) => (
          <li key={sample.id}>
            <SampleName sample={sample} projectId={evaluation.project_id} isShown={isShown} />
            <Values sample={sample} metric={evaluation.primary_metric} task={task} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A sample; rows of tables are no samples that have a page. */
function SampleName(props: { sample: SampleChange; projectId: string; isShown: boolean }) {
  const { sample, projectId, isShown } = props;
  if (!UUID.test(sample.id)) return <span>{sample.name}</span>;
  return (
    <Link to={`/projects/${projectId}/samples/${sample.id}`} className={styles.sample}>
      {isShown && <SampleThumbnail sampleId={sample.id} alt="" />}
      {sample.name}
    </Link>
  );
}

function Values(props: { sample: SampleChange; metric: string; task: string }) {
  const { sample, metric, task } = props;
  const { t, i18n } = useTranslation();
  const unit = metricUnit(metric, useTaskCard(task));
  const written = (value: number) =>
    unit === "share" && (value === 0 || value === 1)
      ? t(value === 1 ? "evaluations.changes.right" : "evaluations.changes.wrong")
      : metricText(value, unit, i18n.language, 2);
  return (
    <span className={styles.values}>
      {written(sample.before)} → {written(sample.after)}
    </span>
  );
}
