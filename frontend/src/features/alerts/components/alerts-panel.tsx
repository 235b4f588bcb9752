import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { useAlerts, type AlertState } from "@/api/alerts";
import { joined } from "@/api/pages";
import { useProjects } from "@/api/projects-list";
import { AlertList } from "@/components/alerts/alert-list";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { MoreButton } from "@/components/ui/more-button";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import styles from "./alerts-page.module.css";

interface AlertsPanelProps {
  organisationId: string;
  mayAcknowledge: boolean;
}

const STATES: readonly AlertState[] = ["firing", "acknowledged", "resolved"];

/** Alerts of an organisation, by state and project. */
export function AlertsPanel({ organisationId, mayAcknowledge }: AlertsPanelProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const state = STATES.find((one) => one === query.get("state"));
  const project = query.get("project") ?? undefined;
  const alerts = useAlerts({ organisation: organisationId, project, state });
  const projects = useProjects(organisationId);
  const narrow = (name: string, value: string | undefined) =>
    setQuery(
      (before) => {
        before.set("organisation", organisationId);
        if (value === undefined) before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  const found = joined(alerts.data?.pages);
  return (
    <div className={styles.stack}>
      <div className={styles.row} role="search">
        <Select
          aria-label={t("alerts.list.state")}
          allowClear
          placeholder={t("alerts.list.state")}
          popupMatchSelectWidth={false}
          value={state}
          onChange={(value?: AlertState) => narrow("state", value)}
          options={STATES.map((value) => ({ value, label: t(`alerts.state.${value}`) }))}
        />
        <Select
          aria-label={t("alerts.list.project")}
          allowClear
          showSearch={{ optionFilterProp: "label" }}
          placeholder={t("alerts.list.project")}
          popupMatchSelectWidth={false}
          value={project}
          onChange={(value?: string) => narrow("project", value)}
          options={joined(projects.data?.pages).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      {alerts.isError && alerts.data === undefined ? (
        <ErrorState error={alerts.error} onRetry={() => void alerts.refetch()} />
      ) : alerts.data === undefined ? (
        <RowsSkeleton />
      ) : found.length === 0 ? (
        <EmptyState title={t("alerts.empty.title")}>{t("alerts.empty.text")}</EmptyState>
      ) : (
        <Panel flush>
          <AlertList alerts={found} mayAcknowledge={mayAcknowledge} namesEndpoint />
        </Panel>
      )}
      <MoreButton list={alerts} />
    </div>
  );
}
