import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { DatasetVersion } from "@/api/datasets";
import { useProjectId } from "@/api/project";
import { versionLineage, type VersionLineage } from "@/api/version-lineage";
import { ErrorState } from "@/components/ui/error-state";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { formatPercent } from "@/i18n/format";

import styles from "./versions-tab.module.css";

/** Where a version came from, and the runs, models and datasets that were made of it. */
export function Lineage({ version }: { version: DatasetVersion }) {
  const lineage = useQuery(versionLineage(version.id));
  if (lineage.isPending) return <RowsSkeleton count={2} />;
  if (lineage.isError) {
    return <ErrorState error={lineage.error} onRetry={() => void lineage.refetch()} />;
  }
  return <Neighbours lineage={lineage.data} cleaning={version.cleaning} />;
}

interface NeighboursProps {
  lineage: VersionLineage;
  cleaning: DatasetVersion["cleaning"];
}

function Neighbours({ lineage, cleaning }: NeighboursProps) {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const base = `/projects/${projectId}`;
  const { forked_from: origin, merged_from: merged, forks, merged_into: into, runs } = lineage;
  const versions = (datasetId: string) => `${base}/data/${datasetId}/versions`;
  const hasPast = origin !== null || merged.length + cleaning.length > 0;
  const hasFuture = forks.length + into.length + runs.length > 0;
  return (
    <div className={styles.lineage}>
      <section aria-label={t("lineage.past")}>
        <h3>{t("lineage.past")}</h3>
        <ul>
          {origin !== null && (
            <li>
              {t("lineage.forkedFrom")} <Origin version={origin} to={versions} />
            </li>
          )}
          {merged.map((merge) => (
            <li key={merge.id}>
              {t("lineage.mergedFrom")} <Origin version={merge.version} to={versions} />
            </li>
          ))}
          {cleaning.map((run) => (
            <li key={run.run_id}>
              {t("lineage.cleaned")} {run.name !== "" && <strong>{run.name} </strong>}
              {run.steps.map(({ kind }) => t(`cleaning.step.${String(kind)}.name`)).join(" → ")}
              <span className={styles.muted}>
                {" · "}
                {t("lineage.cleanedText", { changed: run.num_changed, dropped: run.num_dropped })}
              </span>
            </li>
          ))}
          {!hasPast && <li className={styles.muted}>{t("lineage.noPast")}</li>}
        </ul>
      </section>
      <section aria-label={t("lineage.future")}>
        <h3>{t("lineage.future")}</h3>
        <ul>
          {runs.map((run) => (
            <li key={run.id}>
              <Link to={`${base}/train/${run.id}`}>
                {t("lineage.run", { number: run.number })} {run.name}
              </Link>
              {run.model_version_id !== null && (
                <>
                  {" → "}
                  <Link to={`${base}/models/${run.model_version_id}`}>
                    {run.model_name} v{run.model_number}
                  </Link>
                </>
              )}
              <Metric name={run.primary_metric} value={run.best_metric} />
            </li>
          ))}
          {forks.map((fork) => (
            <li key={fork.id}>
              {t("lineage.forkedTo")} <Link to={versions(fork.id)}>{fork.name}</Link>
            </li>
          ))}
          {into.map((merge) => (
            <li key={merge.id}>
              {t("lineage.mergedInto")}{" "}
              <Link to={versions(merge.dataset.id)}>{merge.dataset.name}</Link>
            </li>
          ))}
          {!hasFuture && <li className={styles.muted}>{t("lineage.noFuture")}</li>}
        </ul>
      </section>
    </div>
  );
}

interface OriginProps {
  version: VersionLineage["merged_from"][number]["version"];
  /** The address of a dataset's versions. */
  to: (datasetId: string) => string;
}

/** A version that data came from: a link, unless it was deleted for good. */
function Origin({ version, to }: OriginProps) {
  const { t } = useTranslation();
  const name = `${version.dataset_name} v${version.number}`;
  if (version.dataset_id === null) return `${name} ${t("lineage.gone")}`;
  return <Link to={to(version.dataset_id)}>{name}</Link>;
}

/** The primary metric of a run; shares read as per cent. */
function Metric({ name, value }: { name: string; value: number | null }) {
  const { i18n } = useTranslation();
  if (value === null) return null;
  const text = value >= 0 && value <= 1 ? formatPercent(value, i18n.language) : String(value);
  return (
    <span className={styles.muted}>
      {" "}
      {name} {text}
    </span>
  );
}
