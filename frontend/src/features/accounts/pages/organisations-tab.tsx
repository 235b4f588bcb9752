import { Button, Table } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { MembershipOfMine } from "@/api/organisation";
import { useSession } from "@/api/session";
import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { ScrollArea } from "@/components/ui/scroll-area";

import { useLeaveOrganisation } from "../api/leave-organisation";
import styles from "./tabs.module.css";

/** Where one belongs, and leaving it. */
export function OrganisationsTab() {
  const { t } = useTranslation();
  const memberships = useSession().data?.memberships ?? [];
  const leave = useLeaveOrganisation();
  const [leaving, setLeaving] = useState<MembershipOfMine>();
  return (
    <div className={styles.stack}>
      <p className={styles.muted}>{t("accounts.memberships.hint")}</p>
      <ScrollArea label={t("accounts.tab.organisations")} minWidth={340}>
        <Table<MembershipOfMine>
          rowKey="id"
          pagination={false}
          dataSource={memberships}
          locale={{ emptyText: t("accounts.memberships.none") }}
          columns={[
            {
              title: t("accounts.field.organisation"),
              render: (_, { organisation }) => (
                <Link to={`/organisations/${organisation.id}`}>{organisation.name}</Link>
              ),
            },
            {
              title: t("accounts.members.role"),
              render: (_, { role }) => t(`accounts.role.${role}.name`),
            },
            {
              title: <span className="visually-hidden">{t("accounts.memberships.leave")}</span>,
              align: "end",
              render: (_, membership) => (
                <Button type="text" danger onClick={() => setLeaving(membership)}>
                  {t("accounts.memberships.leave")}
                </Button>
              ),
            },
          ]}
        />
      </ScrollArea>
      <ConfirmDanger
        open={leaving !== undefined}
        title={t("accounts.memberships.leaveTitle", { name: leaving?.organisation.name })}
        verb={t("accounts.memberships.leave")}
        onConfirm={() => (leaving ? leave.mutateAsync(leaving) : Promise.resolve())}
        onClose={() => setLeaving(undefined)}
      >
        {t("accounts.memberships.leaveLoses")}
      </ConfirmDanger>
    </div>
  );
}
