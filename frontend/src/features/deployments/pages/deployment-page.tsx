import { LoadingOutlined } from "@ant-design/icons";
import { Alert } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";

import { useMadeAccess, type CreatedAccess } from "@/api/access";
import { useModelVersion } from "@/api/model-version";
import { useMay, useProject } from "@/api/project";
import { useTaskCard } from "@/api/task-card";
import { inputOf } from "@/components/inputs/input-spec";
import { ErrorState } from "@/components/ui/error-state";
import { Page } from "@/components/ui/page";
import { PageSkeleton, RowsSkeleton } from "@/components/ui/skeletons";
import { Tabs } from "@/components/ui/tabs";
import { codedText } from "@/i18n/problem-text";

import { AlertsTab } from "../alerts/alerts-tab";
import { useDeployment } from "../api/use-deployment";
import { AsyncCounts } from "../asynchronous/async-counts";
import { AsyncPanel } from "../asynchronous/async-panel";
import { ApplicationsPanel } from "../callers/applications-panel";
import { CreateKeyDialog } from "../callers/create-key-dialog";
import { KeysPanel } from "../callers/keys-panel";
import { LimitsPanel } from "../callers/limits-panel";
import { TokensPanel } from "../callers/tokens-panel";
import { DriftPanel } from "../drift/drift-panel";
import { AccessPanel } from "../endpoint/access-panel";
import { AddressesPanel } from "../endpoint/addresses-panel";
import { ConsolePanel } from "../endpoint/console-panel";
import { EndpointActions } from "../endpoint/endpoint-actions";
import { KeyMaking } from "../endpoint/key-making";
import { ShareLinksPanel } from "../share-links/share-links-panel";
import { VersionsTab } from "../versions/versions-tab";
import { SnippetsPanel } from "../endpoint/snippets-panel";
import { StateTag } from "../endpoint/state-tag";
import { StoredCallsPanel } from "../stored-calls/stored-calls-panel";
import { LoadPanel } from "../endpoint/load-panel";
import { LoadTestPanel } from "../load-tests/load-test-panel";
import { StatisticsPanel } from "../endpoint/statistics-panel";
import styles from "../endpoint/endpoint.module.css";
import type { Deployment } from "../types";

/** One endpoint: does it work, who uses it? */
export function DeploymentPage() {
  const { deploymentId = "" } = useParams();
  const deployment = useDeployment(deploymentId);
  if (deployment.isError && deployment.data === undefined) {
    return <ErrorState error={deployment.error} onRetry={() => void deployment.refetch()} />;
  }
  if (deployment.data === undefined) return <PageSkeleton />;
  return <ReadyDeployment key={deploymentId} deployment={deployment.data} />;
}

function ReadyDeployment({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const project = useProject(deployment.project_id);
  const [access, setAccess] = useMadeAccess(deployment.id);
  const [secret, setSecret] = useState(access?.key.secret ?? "");
  const [token, setToken] = useState(access?.access_token ?? "");
  const [isMakingKey, setIsMakingKey] = useState(false);
  const card = useTaskCard(project.data?.task);
  const version = useModelVersion(deployment.model_version.id);
  const input = version.data === undefined ? null : inputOf(version.data.manifest);
  const mayManage = useMay("developer");
  const makeKey = () => setIsMakingKey(true);
  const take = (made: CreatedAccess) => {
    setAccess(made);
    setSecret(made.key.secret);
    setToken(made.access_token);
  };
  const tabs = {
    call: (
      <div className={styles.columns}>
        <div className={styles.sections}>
          {deployment.state === "asleep" && (
            <Alert type="info" showIcon title={t("deployments.console.asleep")} />
          )}
          {deployment.predict_url === null ? (
            <NotRunning deployment={deployment} />
          ) : card === undefined || input === null ? (
            <RowsSkeleton count={3} />
          ) : (
            <ConsolePanel
              predictUrl={deployment.predict_url}
              input={input}
              card={card}
              datasetVersionId={version.data?.dataset_versions[0]?.id}
              secret={secret}
              onSecret={setSecret}
              keyMaking={
                <KeyMaking deploymentId={deployment.id} onMade={take} onMakeKey={makeKey} />
              }
            />
          )}
          <AddressesPanel deployment={deployment} />
        </div>
        {deployment.predict_url !== null && input !== null && (
          <SnippetsPanel
            deployment={deployment}
            predictUrl={deployment.predict_url}
            input={input}
            secret={secret}
            token={token}
          />
        )}
      </div>
    ),
    statistics: (
      <div className={styles.sections}>
        <AsyncCounts deployment={deployment} />
        <StatisticsPanel deploymentId={deployment.id} />
        <LoadPanel deploymentId={deployment.id} />
        <LoadTestPanel deploymentId={deployment.id} mayTest={mayManage} />
      </div>
    ),
    drift: <DriftPanel deploymentId={deployment.id} inputKind={input?.kind} />,
    ...(mayManage && {
      calls:
        card === undefined ? (
          <RowsSkeleton count={3} />
        ) : (
          <StoredCallsPanel deployment={deployment} card={card} />
        ),
    }),
    ...(mayManage && {
      callers: (
        <div className={styles.sections}>
          {!deployment.knows_callers && (
            <Alert
              type="warning"
              showIcon
              title={t("deployments.keys.unaware")}
              description={t("deployments.keys.unawareText")}
            />
          )}
          <LimitsPanel deployment={deployment} />
          <AsyncPanel deployment={deployment} organisationId={project.data?.organisation_id} />
          <KeysPanel deploymentId={deployment.id} onCreate={makeKey} />
          <ShareLinksPanel deploymentId={deployment.id} />
          <TokensPanel deploymentId={deployment.id} onCreated={setToken} />
          <ApplicationsPanel
            organisationId={project.data?.organisation_id}
            deploymentId={deployment.id}
          />
        </div>
      ),
    }),
    versions: <VersionsTab deployment={deployment} />,
    alerts: <AlertsTab deployment={deployment} />,
  };
  return (
    <Page
      title={deployment.name}
      lead={
        <span className={styles.row}>
          <StateTag deployment={deployment} />
          {t("deployments.serves", {
            name: deployment.model_version.model_name,
            number: deployment.model_version.number,
            count: deployment.replicas,
          })}
        </span>
      }
      breadcrumbs={[
        { title: t("deployments.title"), to: `/projects/${deployment.project_id}/deploy` },
      ]}
      action={<EndpointActions deployment={deployment} />}
    >
      <div className={styles.sections}>
        {deployment.error !== null && (
          <Alert
            type="error"
            showIcon
            title={t("deployments.broken")}
            description={codedText(t, deployment.error.code, {}, deployment.error.message)}
          />
        )}
        {access !== undefined && (
          <AccessPanel access={access} onKept={() => setAccess(undefined)} />
        )}
        <Tabs
          activeKey={query.get("tab") ?? "call"}
          onChange={(tab) => setQuery(tab === "call" ? {} : { tab }, { replace: true })}
          items={Object.entries(tabs).map(([key, children]) => ({
            key,
            label: t(`deployments.tab.${key}`),
            children,
          }))}
        />
      </div>
      <CreateKeyDialog
        deploymentId={deployment.id}
        open={isMakingKey}
        onClose={() => setIsMakingKey(false)}
        onCreated={setSecret}
      />
    </Page>
  );
}

/** Why there is nothing to call: it is on its way, or somebody has to start it. */
function NotRunning({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation();
  const isStarting = deployment.state === "starting";
  return (
    <Alert
      type="info"
      showIcon
      icon={isStarting ? <LoadingOutlined /> : undefined}
      title={t(isStarting ? "deployments.console.starting" : "deployments.console.notRunning")}
    />
  );
}
