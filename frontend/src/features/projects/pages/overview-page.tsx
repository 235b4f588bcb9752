import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";

import { useProjectId } from "@/api/project";
import { atLeast } from "@/api/session";
import type { Overview } from "@/api/types";
import { DeleteSample } from "@/components/projects/delete-sample";
import { ErrorState } from "@/components/ui/error-state";
import { JobProgress } from "@/components/ui/job-progress";
import { Time } from "@/components/ui/numbers";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { PageSkeleton } from "@/components/ui/skeletons";

import { useOverview } from "../api/get-overview";
import { BestModel } from "../components/best-model";
import { ChainStrip } from "../components/chain-strip";
import { EndpointHealth } from "../components/endpoint-health";
import { nextActionPath } from "../components/next-action";
import styles from "../components/projects.module.css";

/** Where does this project stand, and what comes next? */
export function OverviewPage() {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const navigate = useNavigate();
  const overview = useOverview(projectId);
  if (overview.isPending) return <PageSkeleton />;
  if (overview.isError) {
    return (
      <Page title={t("projects.overview.title")}>
        <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
      </Page>
    );
  }
  const { project, next_action, runs, activity } = overview.data;
  const path = nextActionPath(overview.data);
  const preparing = project.job !== null && project.job.state !== "succeeded";
  return (
    <Page
      title={project.name}
      lead={project.description === "" ? undefined : project.description}
      secondary={
        project.is_sample &&
        atLeast(project.role, "admin") && (
          <DeleteSample project={project} onDeleted={() => void navigate("/projects")} />
        )
      }
      action={
        path !== undefined && (
          <Link to={path}>
            <Button type="primary">{t(`projects.next.${next_action}`)}</Button>
          </Link>
        )
      }
    >
      {preparing && project.job !== null && (
        <Panel title={t("projects.overview.preparing")}>
          <JobProgress job={project.job} onFinished={() => void overview.refetch()} />
        </Panel>
      )}
      <ChainStrip overview={overview.data} />
      <div className={styles.columns}>
        <div className={styles.stack}>
          {runs.latest !== null && runs.running > 0 && (
            <Panel
              title={t("projects.overview.running")}
              extra={
                <Link to={`/projects/${projectId}/train/${runs.latest.id}`}>
                  {t("projects.overview.openRun")}
                </Link>
              }
            >
              <JobProgress job={runs.latest.job} onFinished={() => void overview.refetch()} />
            </Panel>
          )}
          <BestModel overview={overview.data} />
        </div>
        <div className={styles.stack}>
          <EndpointHealth overview={overview.data} />
          <Activity entries={activity} />
        </div>
      </div>
    </Page>
  );
}

function Activity({ entries }: { entries: Overview["activity"] }) {
  const { t } = useTranslation();
  return (
    <Panel title={t("projects.overview.activity")}>
      {entries.length === 0 ? (
        <p className={styles.muted}>{t("projects.overview.noActivity")}</p>
      ) : (
        <ul className={styles.activity}>
          {entries.map(({ id, actor, action, created_at }) => (
            <li key={id}>
              <span>
                {actor !== null && <strong>{actor.name} </strong>}
                {t(`actions.${action.replaceAll(".", "_")}`, { defaultValue: action })}
              </span>
              <span className={styles.when}>
                <Time value={created_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
