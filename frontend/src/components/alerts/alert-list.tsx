import { Button, Table } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useAcknowledge, type Alert } from "@/api/alerts";
import { Time } from "@/components/ui/numbers";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { AlertStateTag } from "./alert-state-tag";
import styles from "./alerts.module.css";
import { conditionName, measured } from "./measured";

interface AlertListProps {
  alerts: Alert[];
  mayAcknowledge: boolean;
  /** Whether to say which endpoint each is of. */
  namesEndpoint: boolean;
}

/** Alerts with what happened to each, and a button for who looks after it. */
export function AlertList({ alerts, mayAcknowledge, namesEndpoint }: AlertListProps) {
  const { t } = useTranslation();
  const acknowledge = useAcknowledge();
  return (
    <>
      <ProblemAlert error={acknowledge.error} />
      <Table<Alert>
        rowKey="id"
        dataSource={alerts}
        pagination={false}
        scroll={{ x: "max-content" }}
        expandable={{
          columnTitle: <span className="visually-hidden">{t("alerts.history")}</span>,
          expandedRowRender: (alert) => <History alert={alert} />,
        }}
        columns={[
          {
            title: t("alerts.list.state"),
            // The button stands here, so that it is in sight on a telephone.
            render: (_, { id, state }) => (
              <div className={styles.state}>
                <AlertStateTag state={state} />
                {mayAcknowledge && state === "firing" && (
                  <Button
                    size="small"
                    loading={acknowledge.isPending && acknowledge.variables === id}
                    onClick={() => acknowledge.mutate(id)}
                  >
                    {t("alerts.acknowledge")}
                  </Button>
                )}
              </div>
            ),
          },
          {
            title: t("alerts.list.what"),
            render: (_, alert) => <What alert={alert} />,
          },
          ...(namesEndpoint
            ? [
                {
                  title: t("alerts.list.endpoint"),
                  render: (_: unknown, alert: Alert) => <Endpoint alert={alert} />,
                },
              ]
            : []),
          {
            title: t("alerts.list.since"),
            render: (_, { fired_at }) => <Time value={fired_at} />,
          },
          {
            title: t("alerts.list.until"),
            render: (_, { resolved_at }) => resolved_at !== null && <Time value={resolved_at} />,
          },
        ]}
      />
    </>
  );
}

function What({ alert }: { alert: Alert }) {
  const { t, i18n } = useTranslation();
  const { condition, unit, value, limit, detail } = alert;
  return (
    <div className={styles.what}>
      <strong>{conditionName(t, condition)}</strong>
      {limit !== null && (
        <span className={styles.muted}>
          {t("alerts.measured", {
            value: measured(value, unit, i18n.language),
            limit: measured(limit, unit, i18n.language),
          })}
        </span>
      )}
      {detail !== "" && <span className={styles.muted}>{detail}</span>}
    </div>
  );
}

function Endpoint({ alert }: { alert: Alert }) {
  const place = `/projects/${alert.project_id}/deploy/${alert.deployment_id}?tab=alerts`;
  return (
    <div className={styles.what}>
      <Link to={place}>{alert.deployment_name}</Link>
      <span className={styles.muted}>{alert.project_name}</span>
    </div>
  );
}

function History({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  return (
    <ol className={styles.history}>
      {alert.events.map(({ state, at, person, notified_at }) => (
        <li key={state}>
          <Time value={at} style="moment" />{" "}
          {t(`alerts.event.${state}`, { name: person?.name ?? "" })}{" "}
          <span className={styles.muted}>
            {t(notified_at === null ? "alerts.event.silent" : "alerts.event.notified")}
          </span>
        </li>
      ))}
    </ol>
  );
}
