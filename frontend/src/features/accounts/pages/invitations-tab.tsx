import { Button, Form, Input, Table } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";

import { joined } from "@/api/pages";
import type { CreatedInvitation, Invitation, Role } from "@/api/types";
import { CodeBlock } from "@/components/ui/code-block";
import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { FormProblem } from "@/components/ui/form-problem";
import { MoreButton } from "@/components/ui/more-button";
import { Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { ScrollArea } from "@/components/ui/scroll-area";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useInvite } from "../api/invite";
import { useInvitations } from "../api/list-invitations";
import { useWithdrawInvitation } from "../api/withdraw-invitation";
import { RoleSelect } from "../components/role-select";
import styles from "./tabs.module.css";

/** Invite people by a link, and see who has not come yet. */
export function InvitationsTab() {
  const { organisationId = "" } = useParams();
  return (
    <div className={styles.stack}>
      <InviteForm organisationId={organisationId} />
      <OpenInvitations organisationId={organisationId} />
    </div>
  );
}

function InviteForm({ organisationId }: { organisationId: string }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ email: string; role: Role }>();
  const invite = useInvite(organisationId);
  // No link can be shown again: each stays until the page is left.
  const [made, setMade] = useState<readonly CreatedInvitation[]>([]);
  const submit = (values: { email: string; role: Role }) =>
    invite.mutate(values, {
      onSuccess: (invitation) => {
        setMade((all) => [invitation, ...all]);
        form.resetFields();
      },
    });
  return (
    <Panel title={t("accounts.invitations.invite")}>
      <div className={styles.stack}>
        <Form
          form={form}
          layout="inline"
          initialValues={{ role: "developer" }}
          onFinish={submit}
          className={styles.inline}
        >
          <FormProblem error={invite.error} />
          <Form.Item
            name="email"
            label={t("accounts.field.email")}
            rules={[{ required: true, type: "email", message: t("accounts.field.emailNeeded") }]}
          >
            <Input type="email" />
          </Form.Item>
          <Form.Item name="role" label={t("accounts.members.role")}>
            <RoleSelect />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={invite.isPending}>
            {t("accounts.invitations.create")}
          </Button>
        </Form>
        <div role="status" className={styles.stack}>
          {made.map(({ id, email, url }) => (
            <div key={id}>
              <p>{t("accounts.invitations.sendLink", { email })}</p>
              <CodeBlock
                label={t("accounts.invitations.link")}
                code={new URL(url, window.location.origin).href}
              />
            </div>
          ))}
        </div>
      </div>
    </Panel>
  );
}

function OpenInvitations({ organisationId }: { organisationId: string }) {
  const { t } = useTranslation();
  const invitations = useInvitations(organisationId);
  const withdraw = useWithdrawInvitation(organisationId);
  const [withdrawing, setWithdrawing] = useState<Invitation>();
  if (invitations.isPending) return <RowsSkeleton count={3} />;
  if (invitations.isError) {
    return <ErrorState error={invitations.error} onRetry={() => void invitations.refetch()} />;
  }
  const open = joined(invitations.data.pages);
  if (open.length === 0) {
    return (
      <EmptyState title={t("accounts.invitations.none")}>
        {t("accounts.invitations.noneHint")}
      </EmptyState>
    );
  }
  return (
    <>
      <ScrollArea label={t("accounts.tab.invitations")}>
        <Table<Invitation>
          rowKey="id"
          pagination={false}
          dataSource={open}
          columns={[
            { title: t("accounts.field.email"), dataIndex: "email" },
            {
              title: t("accounts.members.role"),
              render: (_, { role }) => t(`accounts.role.${role}.name`),
            },
            {
              title: t("accounts.invitations.state"),
              render: (_, { accepted_at, expires_at }) =>
                accepted_at === null ? (
                  <>
                    {t("accounts.invitations.until")} <Time value={expires_at} style="date" />
                  </>
                ) : (
                  t("accounts.invitations.accepted")
                ),
            },
            {
              title: <span className="visually-hidden">{t("accounts.invitations.withdraw")}</span>,
              align: "end",
              render: (_, invitation) =>
                invitation.accepted_at === null && (
                  <Button type="text" danger onClick={() => setWithdrawing(invitation)}>
                    {t("accounts.invitations.withdraw")}
                  </Button>
                ),
            },
          ]}
        />
      </ScrollArea>
      <MoreButton list={invitations} />
      <ConfirmDanger
        open={withdrawing !== undefined}
        title={t("accounts.invitations.withdrawTitle", { email: withdrawing?.email })}
        verb={t("accounts.invitations.withdraw")}
        onConfirm={() => withdraw.mutateAsync(withdrawing?.id ?? "")}
        onClose={() => setWithdrawing(undefined)}
      >
        {t("accounts.invitations.withdrawLoses")}
      </ConfirmDanger>
    </>
  );
}
