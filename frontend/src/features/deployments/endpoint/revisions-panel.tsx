import { App, Button, Select, Table } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useMay, useProject } from "@/api/project";
import { useTaskCard } from "@/api/task-card";
import { metricText } from "@/components/metrics/metric";
import { metricKind } from "@/components/metrics/use-metric-kind";
import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { ErrorState } from "@/components/ui/error-state";
import { Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { problemText } from "@/i18n/problem-text";

import { useModelVersions } from "../api/use-model-versions";
import { useRevisions } from "../api/use-revisions";
import { useRollBack } from "../api/use-roll-back";
import { useUpdateDeployment } from "../api/use-update-deployment";
import type { Deployment, DeploymentRevision } from "../types";
import styles from "./endpoint.module.css";

/** What ran when, putting another version in its place, and going back. */
export function RevisionsPanel({ deployment }: { deployment: Deployment }) {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const mayChange = useMay("developer");
  const revisions = useRevisions(deployment.id);
  const card = useTaskCard(useProject(deployment.project_id).data?.task);
  const versions = useModelVersions(deployment.project_id);
  const update = useUpdateDeployment(deployment.id);
  const rollBack = useRollBack();
  const [next, setNext] = useState<string>();
  const [isGoingBack, setIsGoingBack] = useState(false);
  const rows = revisions.data?.results ?? [];
  const replace = () =>
    update.mutate(
      { model_version_id: next },
      {
        onSuccess: () => setNext(undefined),
        onError: (error) => void message.error(problemText(t, error)),
      },
    );
  return (
    <Panel
      title={t("deployments.revisions.title")}
      extra={
        mayChange &&
        rows.length > 1 && (
          <Button size="small" onClick={() => setIsGoingBack(true)}>
            {t("deployments.revisions.back")}
          </Button>
        )
      }
    >
      <div className={styles.stack}>
        {mayChange && (
          <div className={styles.row}>
            <Select
              aria-label={t("deployments.revisions.choose")}
              placeholder={t("deployments.revisions.choose")}
              style={{ minWidth: 260 }}
              value={next}
              onChange={setNext}
              options={(versions.data?.results ?? [])
                .filter(({ id }) => id !== deployment.model_version.id)
                .map((version) => ({
                  value: version.id,
                  label: `${version.model_name} v${version.number} · ${metricText(version.metric, metricKind(card, version.primary_metric).unit, i18n.language)}`,
                }))}
            />
            <Button loading={update.isPending} disabled={next === undefined} onClick={replace}>
              {t("deployments.revisions.replace")}
            </Button>
            <p className={styles.muted}>{t("deployments.revisions.explain")}</p>
          </div>
        )}
        {revisions.isError ? (
          <ErrorState error={revisions.error} onRetry={() => void revisions.refetch()} />
        ) : revisions.isPending ? (
          <RowsSkeleton count={2} />
        ) : (
          <Table<DeploymentRevision>
            rowKey="number"
            size="small"
            dataSource={rows}
            pagination={false}
            scroll={{ x: "max-content" }}
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
              { title: t("deployments.list.replicas"), dataIndex: "replicas", align: "right" },
              {
                title: t("deployments.list.created"),
                render: (_, { created_at }) => <Time value={created_at} />,
              },
            ]}
          />
        )}
      </div>
      <ConfirmDanger
        open={isGoingBack}
        title={t("deployments.revisions.back")}
        verb={t("deployments.revisions.back")}
        onClose={() => setIsGoingBack(false)}
        onConfirm={() => rollBack.mutateAsync(deployment.id)}
      >
        {t("deployments.revisions.backText", {
          name: rows[1]?.model_version.model_name,
          number: rows[1]?.model_version.number,
        })}
      </ConfirmDanger>
    </Panel>
  );
}
