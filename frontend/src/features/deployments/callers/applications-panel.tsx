import { App, Button, Input, Table, Tag } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { Term } from "@/components/ui/term";
import { problemText } from "@/i18n/problem-text";

import { useApplications } from "../api/use-applications";
import { useCreateApplication } from "../api/use-create-application";
import { useRevokeApplication } from "../api/use-revoke-application";
import { tokenSnippet } from "../endpoint/snippets";
import styles from "../endpoint/endpoint.module.css";
import type { Application } from "../types";
import { SecretOnce } from "./secret-once";
import { useTellRevoked } from "./use-tell-revoked";

interface ApplicationsPanelProps {
  organisationId: string | undefined;
  deploymentId: string;
}

/** Callers with an id and a secret (AK and SK), exchanged for access tokens. */
export function ApplicationsPanel({ organisationId, deploymentId }: ApplicationsPanelProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const applications = useApplications(organisationId);
  const create = useCreateApplication();
  const revoke = useRevokeApplication();
  const tell = useTellRevoked();
  const [name, setName] = useState("");
  const [secret, setSecret] = useState<string>();
  const onError = (error: unknown) => void message.error(problemText(t, error));
  const rows = (applications.data?.results ?? []).filter(
    (application) => application.may_call_all || application.deployment_ids.includes(deploymentId),
  );
  const send = () =>
    create.mutate(
      {
        organisation_id: organisationId ?? "",
        name: name.trim(),
        deployment_ids: [deploymentId],
        may_call_all: false,
      },
      {
        onSuccess: (application) => {
          setName("");
          setSecret(application.client_secret);
        },
        onError,
      },
    );
  return (
    <Panel title={<Term name="application">{t("deployments.applications.title")}</Term>}>
      <div className={styles.stack}>
        <div className={styles.row}>
          <Input
            aria-label={t("deployments.applications.name")}
            placeholder={t("deployments.applications.name")}
            maxLength={120}
            style={{ maxWidth: 260 }}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button
            loading={create.isPending}
            disabled={name.trim() === "" || organisationId === undefined}
            onClick={send}
          >
            {t("deployments.applications.create")}
          </Button>
        </div>
        {applications.isError ? (
          <ErrorState error={applications.error} onRetry={() => void applications.refetch()} />
        ) : applications.isPending ? (
          <RowsSkeleton count={2} />
        ) : rows.length === 0 ? (
          <EmptyState title={t("deployments.applications.empty.title")}>
            {t("deployments.applications.empty.text")}
          </EmptyState>
        ) : (
          <Table<Application>
            rowKey="id"
            size="small"
            dataSource={rows}
            pagination={false}
            scroll={{ x: "max-content" }}
            expandable={{
              expandedRowRender: (row) => (
                <CodeBlock code={tokenSnippet(window.location.origin, row.client_id)} />
              ),
            }}
            columns={[
              { title: t("deployments.keys.name"), dataIndex: "name" },
              {
                title: t("deployments.applications.id"),
                render: (_, row) => <code>{row.client_id}</code>,
              },
              {
                title: t("deployments.list.created"),
                render: (_, row) => <Time value={row.created_at} />,
              },
              {
                render: (_, row) =>
                  row.revoked_at === null ? (
                    <Button
                      size="small"
                      danger
                      type="text"
                      onClick={() => revoke.mutate(row.id, { onSuccess: tell, onError })}
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
      </div>
      <SecretOnce
        title={t("deployments.applications.secret")}
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </Panel>
  );
}
