import { Button, Table, Tag } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useKeys } from "../api/use-keys";
import { useRevokeKey } from "../api/use-revoke-key";
import type { EndpointKey } from "../types";
import { LimitsCell } from "./limits-cell";
import { useTellRevoked } from "./use-tell-revoked";

/** Keys that may call this endpoint. */
export function KeysPanel(props: { deploymentId: string; onCreate: () => void }) {
  const { deploymentId, onCreate } = props;
  const { t } = useTranslation();
  const keys = useKeys(deploymentId);
  const revoke = useRevokeKey(deploymentId);
  const tell = useTellRevoked();
  const [leaving, setLeaving] = useState<EndpointKey>();
  const create = <Button onClick={onCreate}>{t("deployments.keys.create")}</Button>;
  return (
    <Panel title={t("deployments.keys.title")} extra={create}>
      {keys.isError ? (
        <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />
      ) : keys.isPending ? (
        <RowsSkeleton count={2} />
      ) : keys.data.results.length === 0 ? (
        <EmptyState title={t("deployments.keys.empty.title")}>
          {t("deployments.keys.empty.text")}
        </EmptyState>
      ) : (
        <Table<EndpointKey>
          rowKey="id"
          size="small"
          dataSource={keys.data.results}
          pagination={false}
          scroll={{ x: "max-content" }}
          columns={[
            { title: t("deployments.keys.name"), dataIndex: "name" },
            {
              title: t("deployments.keys.prefix"),
              render: (_, key) => <code>{key.prefix}…</code>,
            },
            {
              title: t("deployments.list.created"),
              render: (_, key) => <Time value={key.created_at} />,
            },
            {
              title: t("deployments.keys.expires"),
              render: (_, key) =>
                key.expires_at === null ? (
                  t("deployments.keys.never")
                ) : (
                  <Time value={key.expires_at} style="date" />
                ),
            },
            {
              title: t("deployments.limits.fold"),
              render: (_, key) => <LimitsCell limits={key.limits} networks={key.networks} />,
            },
            {
              render: (_, key) =>
                key.revoked_at === null ? (
                  <Button size="small" danger type="text" onClick={() => setLeaving(key)}>
                    {t("deployments.keys.revoke")}
                  </Button>
                ) : (
                  <Tag>{t("deployments.keys.revoked")}</Tag>
                ),
            },
          ]}
        />
      )}
      <ConfirmDanger
        open={leaving !== undefined}
        title={t("deployments.keys.revokeTitle", { name: leaving?.name })}
        verb={t("deployments.keys.revoke")}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => revoke.mutateAsync(leaving?.id ?? "").then(tell)}
      >
        {t("deployments.keys.revokeText")}
      </ConfirmDanger>
    </Panel>
  );
}
