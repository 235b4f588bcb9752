import { Button, Table } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";

import { joined } from "@/api/pages";
import { atLeast, useSession } from "@/api/session";
import type { Membership } from "@/api/types";
import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { ErrorState } from "@/components/ui/error-state";
import { MoreButton } from "@/components/ui/more-button";
import { Time } from "@/components/ui/numbers";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { ScrollArea } from "@/components/ui/scroll-area";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useChangeRole } from "../api/change-role";
import { useOrganisationDetail } from "../api/get-organisation";
import { useMembers } from "../api/list-members";
import { useRemoveMember } from "../api/remove-member";
import { PasswordLinkDialog } from "../components/password-link-dialog";
import { RoleSelect } from "../components/role-select";
import styles from "./tabs.module.css";

/** People and their roles. */
export function MembersTab() {
  const { t } = useTranslation();
  const { organisationId = "" } = useParams();
  const session = useSession();
  const organisation = useOrganisationDetail(organisationId);
  const members = useMembers(organisationId);
  const changeRole = useChangeRole(organisationId);
  const remove = useRemoveMember(organisationId);
  const [leaving, setLeaving] = useState<Membership>();
  const [forgetful, setForgetful] = useState<Membership>();
  if (members.isPending) return <RowsSkeleton />;
  if (members.isError) {
    return <ErrorState error={members.error} onRetry={() => void members.refetch()} />;
  }
  const mayManage = atLeast(organisation.data?.role, "admin");
  const self = session.data?.user?.id;
  return (
    <>
      <ProblemAlert error={changeRole.error} />
      <ScrollArea label={t("accounts.tab.members")}>
        <Table<Membership>
          rowKey="id"
          pagination={false}
          dataSource={joined(members.data.pages)}
          columns={[
            {
              title: t("accounts.members.person"),
              render: (_, { user }) => (
                <>
                  <div>
                    {user.name} {user.id === self && <span>({t("accounts.members.you")})</span>}
                  </div>
                  <div style={{ color: "var(--muted)" }}>{user.email}</div>
                </>
              ),
            },
            {
              title: t("accounts.members.role"),
              render: (_, { id, role, user }) =>
                mayManage ? (
                  <RoleSelect
                    label={t("accounts.members.roleOf", { name: user.name })}
                    value={role}
                    onChange={(next) => changeRole.mutate({ memberId: id, role: next })}
                  />
                ) : (
                  t(`accounts.role.${role}.name`)
                ),
            },
            {
              title: t("accounts.members.since"),
              render: (_, { created_at }) => <Time value={created_at} style="date" />,
            },
            {
              title: <span className="visually-hidden">{t("accounts.members.remove")}</span>,
              align: "end",
              render: (_, member) =>
                mayManage && (
                  <div className={styles.rowActions}>
                    {member.user.id !== self && (
                      <Button type="text" onClick={() => setForgetful(member)}>
                        {t("access.passwordLink.button")}
                      </Button>
                    )}
                    <Button type="text" danger onClick={() => setLeaving(member)}>
                      {t("accounts.members.remove")}
                    </Button>
                  </div>
                ),
            },
          ]}
        />
      </ScrollArea>
      <MoreButton list={members} />
      <PasswordLinkDialog
        organisationId={organisationId}
        member={forgetful}
        onClose={() => setForgetful(undefined)}
      />
      <ConfirmDanger
        open={leaving !== undefined}
        title={t("accounts.members.removeTitle", { name: leaving?.user.name })}
        verb={t("accounts.members.remove")}
        onConfirm={() => remove.mutateAsync(leaving?.id ?? "")}
        onClose={() => setLeaving(undefined)}
      >
        {t("accounts.members.removeLoses")}
      </ConfirmDanger>
    </>
  );
}
