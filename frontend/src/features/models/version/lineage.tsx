import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Panel } from "@/components/ui/panel";

import type { ModelVersion } from "../types";
import styles from "./version.module.css";

/** Where the model came from and where it went. */
export function Lineage({ version }: { version: ModelVersion }) {
  const { t } = useTranslation();
  const base = `/projects/${version.project_id}`;
  return (
    <Panel title={t("models.lineage.title")}>
      <ol className={styles.chain}>
        <li>
          {version.dataset_versions
            .map((item) => `${item.dataset_name} v${item.number}`)
            .join(", ")}
        </li>
        {version.training_run_id != null && (
          <li>
            <Link to={`${base}/train/${version.training_run_id}`}>
              {t("models.lineage.run")}
            </Link>
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
    </Panel>
  );
}
