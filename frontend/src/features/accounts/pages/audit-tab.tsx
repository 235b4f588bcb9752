import { Table } from "antd";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";

import { joined } from "@/api/pages";
import type { AuditEntry } from "@/api/types";
import { ErrorState } from "@/components/ui/error-state";
import { MoreButton } from "@/components/ui/more-button";
import { Time } from "@/components/ui/numbers";
import { ScrollArea } from "@/components/ui/scroll-area";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useAudit } from "../api/list-audit";
import { auditDetails } from "../audit-detail";

/** Who did what, newest first. */
export function AuditTab() {
  const { t } = useTranslation();
  const { organisationId = "" } = useParams();
  const audit = useAudit(organisationId);
  if (audit.isPending) return <RowsSkeleton count={10} />;
  if (audit.isError) {
    return <ErrorState error={audit.error} onRetry={() => void audit.refetch()} />;
  }
  return (
    <>
      <ScrollArea label={t("accounts.tab.audit")}>
        <Table<AuditEntry>
          rowKey="id"
          size="small"
          pagination={false}
          dataSource={joined(audit.data.pages)}
          columns={[
            {
              title: t("accounts.audit.when"),
              render: (_, { created_at }) => <Time value={created_at} style="moment" />,
            },
            {
              title: t("accounts.audit.who"),
              render: (_, { actor }) => actor?.name ?? t("accounts.audit.system"),
            },
            {
              title: t("accounts.audit.what"),
              render: (_, { action }) =>
                t(`actions.${action.replaceAll(".", "_")}`, { defaultValue: action }),
            },
            {
              title: t("accounts.audit.details"),
              render: (_, { details }) => auditDetails(t, details),
            },
          ]}
        />
      </ScrollArea>
      <MoreButton list={audit} />
    </>
  );
}
