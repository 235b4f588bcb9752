import { App, Button, Table, Tag } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { Term } from "@/components/ui/term";
import { problemText } from "@/i18n/problem-text";

import { useCreateToken } from "../api/use-create-token";
import { useRevokeToken } from "../api/use-revoke-token";
import { useTokens } from "../api/use-tokens";
import type { AccessToken } from "../types";
import { SecretOnce } from "./secret-once";
import { useTellRevoked } from "./use-tell-revoked";

const LIFETIME_SECONDS = 30 * 24 * 3600;

interface TokensPanelProps {
  deploymentId: string;
  onCreated: (token: string) => void;
}

/** Access tokens that were handed out. */
export function TokensPanel({ deploymentId, onCreated }: TokensPanelProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const tokens = useTokens(deploymentId);
  const create = useCreateToken(deploymentId);
  const revoke = useRevokeToken(deploymentId);
  const tell = useTellRevoked();
  const [secret, setSecret] = useState<string>();
  const onError = (error: unknown) => void message.error(problemText(t, error));
  return (
    <Panel
      title={<Term name="access_token">{t("deployments.tokens.title")}</Term>}
      extra={
        <Button
          loading={create.isPending}
          onClick={() =>
            create.mutate(
              { expires_in_seconds: LIFETIME_SECONDS },
              {
                onSuccess: ({ access_token: token }) => {
                  setSecret(token);
                  onCreated(token);
                },
                onError,
              },
            )
          }
        >
          {t("deployments.tokens.create")}
        </Button>
      }
    >
      {tokens.isError ? (
        <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />
      ) : tokens.isPending ? (
        <RowsSkeleton count={2} />
      ) : tokens.data.results.length === 0 ? (
        <EmptyState title={t("deployments.tokens.empty.title")}>
          {t("deployments.tokens.empty.text")}
        </EmptyState>
      ) : (
        <Table<AccessToken>
          rowKey="id"
          size="small"
          dataSource={tokens.data.results}
          pagination={false}
          scroll={{ x: "max-content" }}
          columns={[
            {
              title: t("deployments.list.created"),
              render: (_, token) => <Time value={token.created_at} style="moment" />,
            },
            {
              title: t("deployments.keys.expires"),
              render: (_, token) => <Time value={token.expires_at} style="date" />,
            },
            {
              render: (_, token) =>
                token.revoked_at === null ? (
                  <Button
                    size="small"
                    danger
                    type="text"
                    onClick={() => revoke.mutate(token.id, { onSuccess: tell, onError })}
                  >
                    {t("deployments.keys.revoke")}
                  </Button>
                ) : (
                  <Tag>{t("deployments.keys.revoked")}</Tag>
                ),
            },
          ]}
        />
      )}
      <SecretOnce
        title={t("deployments.tokens.secret")}
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </Panel>
  );
}
