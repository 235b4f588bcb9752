import { Table, type TableColumnType } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useMay } from "@/api/project";
import { Time } from "@/components/ui/numbers";

import type { Deployment, DeploymentRevision } from "../types";
import { CompareButton } from "./comparison/compare-button";
import { RevisionActions } from "./revision-actions";
import { ShareCell, StateCell } from "./revision-cells";
import { isPast } from "./shares";
import styles from "./versions.module.css";

interface RevisionsTableProps {
  deployment: Deployment;
  revisions: readonly DeploymentRevision[];
}

/** What stands behind an endpoint and what did, newest first. */
export function RevisionsTable({ deployment, revisions }: RevisionsTableProps) {
  const { t } = useTranslation();
  const mayChange = useMay("developer");
  const actions: TableColumnType<DeploymentRevision> = {
    render: (_, revision) => (
      <div className={styles.actions}>
        <CompareButton number={revision.number} revisions={revisions} />
        {mayChange && (
          <RevisionActions deploymentId={deployment.id} revision={revision} revisions={revisions} />
        )}
      </div>
    ),
  };
  return (
    <Table<DeploymentRevision>
      rowKey="number"
      size="small"
      dataSource={revisions}
      pagination={false}
      scroll={{ x: "max-content" }}
      rowClassName={(revision) => (isPast(revision) ? (styles.past ?? "") : "")}
      columns={[
        { title: t("deployments.revisions.number"), dataIndex: "number" },
        {
          title: t("deployments.list.model"),
          render: (_, { model_version }) => (
            <Link to={`/projects/${deployment.project_id}/models/${model_version.id}`}>
              {model_version.model_name} v{model_version.number}
            </Link>
          ),
        },
        {
          title: t("deployments.revisions.share"),
          align: "right",
          render: (_, revision) => <ShareCell revision={revision} />,
        },
        {
          title: t("deployments.list.state"),
          render: (_, revision) => <StateCell revision={revision} />,
        },
        { title: t("deployments.list.replicas"), dataIndex: "replicas", align: "right" },
        {
          title: t("deployments.list.created"),
          render: (_, { created_at }) => <Time value={created_at} />,
        },
        ...(mayChange || revisions.length > 1 ? [actions] : []),
      ]}
    />
  );
}
