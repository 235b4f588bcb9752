import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useTaskCard } from "@/api/task-card";
import { optionRows } from "@/components/check/option-rows";
import { candidateName } from "@/components/metrics/candidate-name";
import { useOptionName } from "@/components/options/use-option-name";
import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";
import { formatBytes, formatCount, formatPercent, formatTime } from "@/i18n/format";

import { useRunMetrics } from "../api/use-run-metrics";
import { weightsName } from "../weights";
import type { Candidate, TrainingRun } from "../types";
import type { ResourcePoint } from "./live";
import styles from "./run.module.css";
import { latestOf, takenOf } from "./standings";

interface SummaryPanelProps {
  run: TrainingRun;
  /** The models that were told of since the page was opened, where a run tries several. */
  candidates: readonly Candidate[];
}

/** What was asked for, and on which data; of several models that were tried, which was taken. */
export function SummaryPanel({ run, candidates }: SummaryPanelProps) {
  const { t, i18n } = useTranslation();
  const metrics = useRunMetrics(run.id);
  const taken = takenOf(latestOf([...(metrics.data?.candidates ?? []), ...candidates]));
  const base = `/projects/${run.project_id}`;
  const changed = optionRows(run.options, t);
  const nameOf = useOptionName(run.task);
  const card = useTaskCard(run.task);
  const weights = card?.backbones.find(({ key }) => key === run.backbone)?.weights ?? null;
  return (
    <Panel title={t("training.run.request")}>
      <dl className={styles.summary}>
        <dt>{t("training.run.data")}</dt>
        <dd>
          {run.dataset_versions.map((version) => (
            <div key={version.id}>
              <Link to={`${base}/data/${version.dataset_id}`}>
                {version.dataset_name} v{version.number}
              </Link>
            </div>
          ))}
        </dd>
        <dt>{t("training.run.tier")}</dt>
        <dd>{t(`training.tier.${run.tier}.name`)}</dd>
        {taken.length === 0 ? (
          <>
            <dt>
              <Term name="backbone" />
            </dt>
            <dd>{t(`training.backbone.${run.backbone}`, { defaultValue: run.backbone })}</dd>
          </>
        ) : (
          <>
            <dt>{t("training.run.taken")}</dt>
            <dd>
              {taken.map(({ name, weight }) => (
                <div key={name}>
                  {candidateName(t, name)}
                  {taken.length > 1 && ` · ${formatPercent(weight, i18n.language)}`}
                </div>
              ))}
            </dd>
          </>
        )}
        <dt>{t("training.run.start")}</dt>
        <dd>
          {run.initial_model_version == null
            ? run.pretrained
              ? weightsName(t, weights)
              : t("training.run.fromScratch")
            : `${run.initial_model_version.model_name} v${run.initial_model_version.number}`}
        </dd>
        <dt>{t("training.run.target")}</dt>
        <dd>{t(`training.target.${run.target}.name`)}</dd>
        <dt>
          <Term name="seed" />
        </dt>
        <dd>{run.seed}</dd>
        {changed.map(([key, value]) => (
          <Fact key={key} name={nameOf(key)}>
            {value}
          </Fact>
        ))}
        <dt>{t("training.run.created")}</dt>
        <dd>{formatTime(run.created_at, i18n.language, "moment")}</dd>
      </dl>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface ResourcesPanelProps {
  /** What was measured last. */
  now: ResourcePoint | undefined;
  numCheckpoints: number;
}

/** What the process uses now, or used last. */
export function ResourcesPanel({ now: resources, numCheckpoints }: ResourcesPanelProps) {
  const { t, i18n } = useTranslation();
  if (resources === undefined) return null;
  return (
    <Panel title={t("running.latestUse")}>
      <dl className={styles.summary}>
        <dt>
          {resources.num_cores == null
            ? t("training.run.cpu")
            : t("running.cpuOf", { count: resources.num_cores })}
        </dt>
        <dd>
          {formatPercent(
            resources.cpu_percent / 100 / (resources.num_cores ?? 1),
            i18n.language,
            0,
          )}
        </dd>
        <dt>{t("training.run.memory")}</dt>
        <dd>{formatBytes(resources.memory_bytes, i18n.language)}</dd>
        {resources.samples_per_second != null && (
          <Fact name={t("training.run.speed")}>
            {t("training.run.samplesPerSecond", {
              value: formatCount(Math.round(resources.samples_per_second), i18n.language),
            })}
          </Fact>
        )}
        {resources.accelerator_memory_bytes != null && (
          <Fact name={t("training.run.acceleratorMemory")}>
            {formatBytes(resources.accelerator_memory_bytes, i18n.language)}
          </Fact>
        )}
        <dt>
          <Term name="checkpoint" />
        </dt>
        <dd>{formatCount(numCheckpoints, i18n.language)}</dd>
      </dl>
    </Panel>
  );
}
