import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { versionLineage } from "@/api/version-lineage";

import type { ModelVersion } from "../types";
import styles from "./version.module.css";

/** Where the model came from and where it went. */
export function Lineage({ version }: { version: ModelVersion }) {
  const { t } = useTranslation();
  const base = `/projects/${version.project_id}`;
  return (
    <nav aria-label={t("models.lineage.title")}>
      <ol className={styles.chain}>
        {version.is_built_in && <li>{t("builtIn.from")}</li>}
        {version.dataset_versions.length > 0 && (
          <li>
            {version.dataset_versions.map((item) => (
              <DataOrigin key={item.id} projectId={version.project_id} item={item} />
            ))}
          </li>
        )}
        {version.training_run_id != null && (
          <li>
            <Link to={`${base}/train/${version.training_run_id}`}>{t("models.lineage.run")}</Link>
          </li>
        )}
        <li>
          <strong>
            {version.model_name} v{version.number}
          </strong>
        </li>
        <li>
          {version.deployments.length === 0
            ? t("models.lineage.unpublished")
            : version.deployments.map((deployment) => (
                <Link key={deployment.id} to={`${base}/deploy/${deployment.id}`}>
                  {deployment.name} ({t(`models.deploymentState.${deployment.state}`)}){" "}
                </Link>
              ))}
        </li>
      </ol>
    </nav>
  );
}

interface DataOriginProps {
  projectId: string;
  item: ModelVersion["dataset_versions"][number];
}

/** A version that the model was trained on, and the versions that its data came from. */
function DataOrigin({ projectId, item }: DataOriginProps) {
  const { t } = useTranslation();
  const lineage = useQuery(versionLineage(item.id));
  const name = `${item.dataset_name} v${item.number}`;
  if (lineage.data === undefined) return <span>{name}</span>;
  const { version, forked_from: fork, merged_from: merges } = lineage.data;
  const origins = [
    ...(fork === null ? [] : [{ ...fork, key: "fork", how: t("lineage.forkedFrom") }]),
    ...merges.map((merge) => ({
      ...merge.version,
      key: merge.id,
      how: t("lineage.mergedFrom"),
    })),
  ];
  const to = (datasetId: string) => `/projects/${projectId}/data/${datasetId}/versions`;
  return (
    <span className={styles.origin}>
      <Link to={to(version.dataset_id)}>{name}</Link>
      {origins.map((origin) => (
        <span key={origin.key} className={styles.muted}>
          {" "}
          {origin.how}{" "}
          {origin.dataset_id === null ? (
            `${origin.dataset_name} v${origin.number} ${t("lineage.gone")}`
          ) : (
            <Link to={to(origin.dataset_id)}>
              {origin.dataset_name} v{origin.number}
            </Link>
          )}
        </span>
      ))}
    </span>
  );
}
