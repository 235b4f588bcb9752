import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { useOrganisation } from "@/api/organisation";
import { atLeast } from "@/api/session";
import { Page } from "@/components/ui/page";
import { RoleNeeded } from "@/components/ui/role-needed";
import { PageSkeleton } from "@/components/ui/skeletons";
import { Tabs } from "@/components/ui/tabs";

import { AlertsPanel } from "../components/alerts-panel";
import { ChannelsPanel } from "../components/channels-panel";

/** What is wrong with the endpoints of an organisation, and who is told of it. */
export function AlertsPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const organisation = useOrganisation();
  if (organisation === undefined) return <PageSkeleton />;
  const { id } = organisation.organisation;
  const mayManage = atLeast(organisation.role, "developer");
  const show = (tab: string) => setQuery({ organisation: id, tab }, { replace: true });
  return (
    <Page title={t("alerts.title")} lead={t("alerts.lead")}>
      {atLeast(organisation.role, "viewer") ? (
        <Tabs
          activeKey={query.get("tab") ?? "alerts"}
          onChange={show}
          items={[
            {
              key: "alerts",
              label: t("alerts.tab.alerts"),
              children: <AlertsPanel key={id} organisationId={id} mayAcknowledge={mayManage} />,
            },
            {
              key: "channels",
              label: t("alerts.tab.channels"),
              children: <ChannelsPanel key={id} organisationId={id} mayManage={mayManage} />,
            },
          ]}
        />
      ) : (
        <RoleNeeded />
      )}
    </Page>
  );
}
