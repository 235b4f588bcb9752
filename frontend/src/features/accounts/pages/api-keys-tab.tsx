import { Button, Modal, Table } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { joined } from "@/api/pages";
import { atLeast, useSession } from "@/api/session";
import type { ApiKey, CreatedApiKey } from "@/api/types";
import { CodeBlock } from "@/components/ui/code-block";
import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { MoreButton } from "@/components/ui/more-button";
import { Time } from "@/components/ui/numbers";
import { ScrollArea } from "@/components/ui/scroll-area";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useApiKeys } from "../api/list-api-keys";
import { useRevokeApiKey } from "../api/revoke-api-key";
import { NewKeyDialog } from "../components/new-key-dialog";
import styles from "./tabs.module.css";

/** Personal keys for scripts, the command line and notebooks. */
export function ApiKeysTab() {
  const { t } = useTranslation();
  const keys = useApiKeys();
  const revoke = useRevokeApiKey();
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<CreatedApiKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const memberships = useSession().data?.memberships ?? [];
  const create = memberships.some(({ role }) => atLeast(role, "viewer")) && (
    <Button type="primary" onClick={() => setAsking(true)}>
      {t("apiKeys.create")}
    </Button>
  );
  if (keys.isPending) return <RowsSkeleton count={3} />;
  if (keys.isError) return <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />;
  const rows = joined(keys.data.pages);
  return (
    <div className={styles.stack}>
      {rows.length === 0 ? (
        <EmptyState title={t("apiKeys.none")} action={create}>
          {t("apiKeys.what")}
        </EmptyState>
      ) : (
        <>
          <p className={styles.muted}>{t("apiKeys.what")}</p>
          <div>{create}</div>
          <KeyTable keys={rows} onRevoke={setRevoking} />
          <MoreButton list={keys} />
        </>
      )}
      <NewKeyDialog open={asking} onClose={() => setAsking(false)} onCreated={setMade} />
      <Modal
        open={made !== undefined}
        title={t("apiKeys.secretTitle")}
        footer={
          <Button type="primary" onClick={() => setMade(undefined)}>
            {t("apiKeys.stored")}
          </Button>
        }
        onCancel={() => setMade(undefined)}
        mask={{ closable: false }}
        destroyOnHidden
      >
        <div className={styles.stack}>
          <p>{t("apiKeys.secretOnce")}</p>
          <CodeBlock code={made?.secret ?? ""} label={t("apiKeys.secretTitle")} />
        </div>
      </Modal>
      <ConfirmDanger
        open={revoking !== undefined}
        title={t("apiKeys.revokeTitle", { name: revoking?.name })}
        verb={t("apiKeys.revoke")}
        onConfirm={() => revoke.mutateAsync(revoking?.id ?? "")}
        onClose={() => setRevoking(undefined)}
      >
        {t("apiKeys.revokeLoses")}
      </ConfirmDanger>
    </div>
  );
}

interface KeyTableProps {
  keys: ApiKey[];
  onRevoke: (key: ApiKey) => void;
}

function KeyTable({ keys, onRevoke }: KeyTableProps) {
  const { t } = useTranslation();
  const memberships = useSession().data?.memberships ?? [];
  const nameOf = (id: string) =>
    memberships.find(({ organisation }) => organisation.id === id)?.organisation.name ?? "";
  return (
    <ScrollArea label={t("accounts.tab.keys")}>
      <Table<ApiKey>
        rowKey="id"
        pagination={false}
        dataSource={keys}
        columns={[
          {
            title: t("apiKeys.name"),
            render: (_, key) => (
              <>
                <div>{key.name}</div>
                <code className={styles.muted}>{key.prefix}…</code>
              </>
            ),
          },
          {
            title: t("apiKeys.organisation"),
            render: (_, key) => nameOf(key.organisation_id),
          },
          {
            title: t("apiKeys.scopes"),
            render: (_, key) => key.scopes.map((scope) => t(`apiKeys.scope.${scope}`)).join(", "),
          },
          {
            title: t("apiKeys.used"),
            render: (_, { last_used_at }) =>
              last_used_at === null ? t("apiKeys.never") : <Time value={last_used_at} />,
          },
          {
            title: t("apiKeys.expires"),
            render: (_, { expires_at, revoked_at }) => {
              if (revoked_at !== null) return t("apiKeys.revoked");
              if (expires_at === null) return t("apiKeys.noExpiry");
              return <Time value={expires_at} style="date" />;
            },
          },
          {
            title: <span className="visually-hidden">{t("apiKeys.revoke")}</span>,
            align: "end",
            render: (_, key) =>
              key.revoked_at === null && (
                <Button type="text" danger onClick={() => onRevoke(key)}>
                  {t("apiKeys.revoke")}
                </Button>
              ),
          },
        ]}
      />
    </ScrollArea>
  );
}
