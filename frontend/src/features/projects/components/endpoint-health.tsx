import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Overview } from "@/api/types";
import { Count } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stat";

import styles from "./projects.module.css";

/** Whether the endpoints run, and whether calls succeed. */
export function EndpointHealth({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const { num, running, calls_24h, errors_24h } = overview.deployments;
  return (
    <Panel
      title={t("projects.endpoints.title")}
      extra={
        <Link to={`/projects/${overview.project.id}/deploy`}>{t("projects.endpoints.open")}</Link>
      }
    >
      {num === 0 ? (
        <p className={styles.muted}>{t("projects.endpoints.none")}</p>
      ) : (
        <Stats>
          <Stat
            label={t("projects.endpoints.running")}
            value={<Count value={running} />}
            detail={t("projects.endpoints.of", { count: num })}
            tone={running < num ? "warn" : undefined}
          />
          <Stat
            label={t("projects.endpoints.calls")}
            value={<Count value={calls_24h} />}
            detail={t("projects.endpoints.day")}
          />
          <Stat
            label={t("projects.endpoints.errors")}
            value={<Count value={errors_24h} />}
            detail={t("projects.endpoints.day")}
            tone={errors_24h > 0 ? "danger" : undefined}
          />
        </Stats>
      )}
    </Panel>
  );
}
