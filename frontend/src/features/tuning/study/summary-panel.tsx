import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { optionRows } from "@/components/check/option-rows";
import { useOptionName } from "@/components/options/use-option-name";
import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";
import { formatMetric, formatPercent, formatTime } from "@/i18n/format";

import type { SearchRange, Study } from "../types";
import { useParameterTexts } from "../use-parameter-texts";
import { useScore } from "../use-score";
import styles from "./study.module.css";

/** What was asked for: data, space, sampler, limits. */
export function SummaryPanel({ study }: { study: Study }) {
  const { t, i18n } = useTranslation();
  const texts = useParameterTexts();
  const score = useScore(study);
  const nameOf = useOptionName(study.task);
  const base = `/projects/${study.project_id}`;
  return (
    <Panel title={t("tuning.summary.title")}>
      <dl className={styles.summary}>
        {!study.is_scripted && <DataAndBackbone study={study} />}
        <dt>
          <Term name="sampler" />
        </dt>
        <dd>
          {t(`tuning.sampler.${study.sampler.kind}.name`)}
          <Numbers of={study.sampler} />
        </dd>
        {study.population !== null && (
          <>
            <dt>
              <Term name="population" />
            </dt>
            <dd>
              {t("tuning.summary.population", {
                ...study.population,
                quantile: formatPercent(study.population.quantile ?? 0, i18n.language, 0),
              })}
            </dd>
          </>
        )}
        <dt>
          <Term name="pruning" />
        </dt>
        <dd>
          {t(`tuning.pruner.${study.pruner.kind}.name`)}
          <Numbers of={study.pruner} />
        </dd>
        <dt>{t("tuning.new.parallel")}</dt>
        <dd>{study.num_parallel}</dd>
        {study.latency_limit_ms !== null && (
          <>
            <dt>{t("tuning.new.latencyLimit")}</dt>
            <dd>{formatMetric(study.latency_limit_ms, i18n.language)}</dd>
          </>
        )}
        {study.target_score !== null && (
          <>
            <dt>{t("tuning.new.targetScore")}</dt>
            <dd>{score.text(study.target_score)}</dd>
          </>
        )}
        {study.space.parameters.map(({ name, range }) => (
          <Parameter key={name} name={texts.name(name)}>
            {rangeText(range, (value) => texts.value(name, value), t("tuning.space.logarithmic"))}
          </Parameter>
        ))}
        {optionRows(study.options, t).map(([name, value]) => (
          <Parameter key={name} name={nameOf(name)}>
            {texts.value(name, value)}
          </Parameter>
        ))}
        <dt>
          <Term name="seed" />
        </dt>
        <dd>{study.seed}</dd>
        {study.fork_of !== null && (
          <>
            <dt>{t("tuning.summary.fork")}</dt>
            <dd>
              <Link to={`${base}/search/${study.fork_of}`}>{t("tuning.summary.openFork")}</Link>
            </dd>
          </>
        )}
        <dt>{t("tuning.summary.created")}</dt>
        <dd>
          {formatTime(study.created_at, i18n.language, "moment")}
          {study.created_by !== null && ` · ${study.created_by.name}`}
        </dd>
      </dl>
    </Panel>
  );
}

/** What a search trains, and on what; a script brings its own. */
function DataAndBackbone({ study }: { study: Study }) {
  const { t, i18n } = useTranslation();
  const texts = useParameterTexts();
  return (
    <>
      <dt>{t("tuning.summary.data")}</dt>
      <dd>
        {study.dataset_versions.map((version) => (
          <div key={version.id}>
            <Link to={`/projects/${study.project_id}/data/${version.dataset_id}`}>
              {`${version.dataset_name} v${version.number}`}
            </Link>
          </div>
        ))}
        {study.data_fraction < 1 &&
          t("tuning.summary.fraction", {
            share: formatPercent(study.data_fraction, i18n.language),
          })}
      </dd>
      <dt>
        <Term name="backbone" />
      </dt>
      <dd>{texts.value("backbone", study.backbone)}</dd>
    </>
  );
}

function Parameter({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The numbers that a sampler or a rule of early stopping goes by. */
function Numbers({ of }: { of: { kind: string; [name: string]: unknown } }) {
  const { t } = useTranslation();
  const texts = Object.entries(of)
    .filter(([name]) => name !== "kind")
    .map(([name, value]) => `${t(`tuning.samplerField.${name}.name`)} ${String(value)}`);
  return texts.length === 0 ? null : <div className={styles.muted}>{texts.join(" · ")}</div>;
}

function rangeText(range: SearchRange, write: (value: unknown) => string, log: string): string {
  if (range.kind === "choices") return (range.values ?? []).map(write).join(", ");
  const ends = `${write(range.low)} – ${write(range.high)}`;
  return range.log === true ? `${ends} · ${log}` : ends;
}
