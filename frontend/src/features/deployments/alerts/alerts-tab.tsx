import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useAlerts } from "@/api/alerts";
import { joined } from "@/api/pages";
import { useMay, useProject } from "@/api/project";
import { AlertList } from "@/components/alerts/alert-list";
import { ErrorState } from "@/components/ui/error-state";
import { MoreButton } from "@/components/ui/more-button";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import styles from "../endpoint/endpoint.module.css";
import type { Deployment } from "../types";
import { RulesPanel } from "./rules-panel";

/** What is or was wrong with an endpoint, and when somebody is told. */
export function AlertsTab({ deployment }: { deployment: Deployment }) {
  const project = useProject(deployment.project_id);
  const organisation = project.data?.organisation_id;
  if (organisation === undefined) return <RowsSkeleton count={3} />;
  return (
    <div className={styles.sections}>
      <AlertsOf deploymentId={deployment.id} organisation={organisation} />
      <RulesPanel deploymentId={deployment.id} />
    </div>
  );
}

interface AlertsOfProps {
  deploymentId: string;
  organisation: string;
}

function AlertsOf({ deploymentId, organisation }: AlertsOfProps) {
  const { t } = useTranslation();
  const mayAcknowledge = useMay("developer");
  const alerts = useAlerts({ organisation, deployment: deploymentId });
  const found = joined(alerts.data?.pages);
  const channels = (
    <Link to={`/alerts?organisation=${organisation}&tab=channels`}>
      {t("alerts.rules.channels")}
    </Link>
  );
  return (
    <Panel title={t("alerts.title")} extra={channels} flush={found.length > 0}>
      {alerts.isError && alerts.data === undefined ? (
        <ErrorState error={alerts.error} onRetry={() => void alerts.refetch()} />
      ) : alerts.data === undefined ? (
        <RowsSkeleton count={2} />
      ) : found.length === 0 ? (
        <p className={styles.muted}>{t("alerts.rules.quiet")}</p>
      ) : (
        <AlertList alerts={found} mayAcknowledge={mayAcknowledge} namesEndpoint={false} />
      )}
      <MoreButton list={alerts} />
    </Panel>
  );
}
