import { Button, Table } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useMay, useProjectId } from "@/api/project";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Time } from "@/components/ui/numbers";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { Term } from "@/components/ui/term";

import { useDeployments } from "../api/use-deployments";
import { StateTag } from "../endpoint/state-tag";
import type { Deployment } from "../types";

/** All endpoints of a project. */
export function DeploymentsPage() {
  const projectId = useProjectId();
  const { t } = useTranslation();
  const deployments = useDeployments(projectId);
  const mayPublish = useMay("developer");
  const choose = mayPublish && (
    <Link to={`/projects/${projectId}/models`}>
      <Button type="primary">{t("deployments.list.publish")}</Button>
    </Link>
  );
  return (
    <Page title={t("deployments.title")} lead={t("deployments.list.lead")} action={choose}>
      {deployments.isError && deployments.data === undefined ? (
        <ErrorState error={deployments.error} onRetry={() => void deployments.refetch()} />
      ) : deployments.data === undefined ? (
        <RowsSkeleton />
      ) : deployments.data.results.length === 0 ? (
        <EmptyState title={t("deployments.list.empty.title")} action={choose}>
          {t("deployments.list.empty.text")}
        </EmptyState>
      ) : (
        <Panel flush>
          <Table<Deployment>
            rowKey="id"
            dataSource={deployments.data.results}
            pagination={false}
            scroll={{ x: "max-content" }}
            columns={[
              {
                title: t("deployments.list.name"),
                render: (_, item) => <Link to={item.id}>{item.name}</Link>,
              },
              {
                title: t("deployments.list.state"),
                render: (_, item) => <StateTag deployment={item} />,
              },
              {
                title: t("deployments.list.model"),
                render: (_, { model_version }) => (
                  <Link to={`../models/${model_version.id}`} relative="path">
                    {model_version.model_name} v{model_version.number}
                  </Link>
                ),
              },
              {
                title: <Term name="replica">{t("deployments.list.replicas")}</Term>,
                dataIndex: "replicas",
                align: "right",
              },
              {
                title: t("deployments.list.address"),
                render: (_, item) => <code>{item.suffix}</code>,
              },
              {
                title: t("deployments.list.created"),
                render: (_, item) => <Time value={item.created_at} />,
              },
            ]}
          />
        </Panel>
      )}
    </Page>
  );
}
