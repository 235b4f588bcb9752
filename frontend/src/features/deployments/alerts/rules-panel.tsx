import { Button, Table, Tag } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useMay } from "@/api/project";
import { conditionName, measured } from "@/components/alerts/measured";
import { ErrorState } from "@/components/ui/error-state";
import { Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { ScrollArea } from "@/components/ui/scroll-area";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useAlertRules } from "../api/use-alert-rules";
import styles from "../endpoint/endpoint.module.css";
import type { AlertRule } from "../types";
import { RuleDialog } from "./rule-dialog";
import { SilenceMenu } from "./silence-menu";

/** When alerts of an endpoint fire, and of which nobody is told for now. */
export function RulesPanel({ deploymentId }: { deploymentId: string }) {
  const { t, i18n } = useTranslation();
  const rules = useAlertRules(deploymentId);
  const mayManage = useMay("developer");
  const [changing, setChanging] = useState<AlertRule>();
  if (rules.isError) {
    return <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />;
  }
  if (rules.isPending) return <RowsSkeleton count={5} />;
  const { silent_until } = rules.data;
  const isAnySilent = rules.data.rules.some((rule) => rule.silent_until !== null);
  const all = (
    <span className={styles.row}>
      <Silence until={silent_until} />
      {mayManage && (
        <SilenceMenu
          deploymentId={deploymentId}
          condition={null}
          isSilent={silent_until !== null}
        />
      )}
    </span>
  );
  return (
    <Panel title={t("alerts.rules.title")} extra={all} flush>
      <ScrollArea label={t("alerts.rules.title")}>
        <Table<AlertRule>
          rowKey="condition"
          size="small"
          dataSource={[...rules.data.rules]}
          pagination={false}
          columns={[
            {
              title: t("alerts.rules.condition"),
              width: "40%",
              render: (_, { condition }) => (
                <div className={styles.rule}>
                  <strong>{conditionName(t, condition)}</strong>
                  <span className={styles.muted}>
                    {t(`alerts.condition.${condition}.text`, { defaultValue: "" })}
                  </span>
                </div>
              ),
            },
            {
              title: t("alerts.rules.state"),
              render: (_, { is_on }) =>
                is_on ? <Tag color="success">{t("alerts.rules.on")}</Tag> : t("alerts.rules.off"),
            },
            {
              title: t("alerts.rules.limit"),
              align: "right",
              render: (_, { limit, unit }) => measured(limit, unit, i18n.language),
            },
            {
              title: t("alerts.rules.hold"),
              align: "right",
              render: (_, { hold_minutes }) => t("alerts.rules.minutes", { count: hold_minutes }),
            },
            ...(mayManage || isAnySilent
              ? [
                  {
                    title: t("alerts.rules.silence"),
                    render: (_: unknown, rule: AlertRule) => <Silence until={rule.silent_until} />,
                  },
                ]
              : []),
            ...(mayManage
              ? [
                  {
                    title: <span className="visually-hidden">{t("alerts.rules.change")}</span>,
                    align: "end" as const,
                    render: (_: unknown, rule: AlertRule) => (
                      <span className={styles.acts}>
                        <Button
                          size="small"
                          aria-label={t("alerts.rules.changeOne", {
                            name: conditionName(t, rule.condition),
                          })}
                          onClick={() => setChanging(rule)}
                        >
                          {t("alerts.rules.change")}
                        </Button>
                        <SilenceMenu
                          deploymentId={deploymentId}
                          condition={rule.condition}
                          isSilent={rule.silent_until !== null}
                        />
                      </span>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </ScrollArea>
      {changing !== undefined && (
        <RuleDialog
          deploymentId={deploymentId}
          rule={changing}
          onClose={() => setChanging(undefined)}
        />
      )}
    </Panel>
  );
}

function Silence({ until }: { until: string | null }) {
  const { t } = useTranslation();
  if (until === null) return null;
  return (
    <Tag color="warning">
      {t("alerts.rules.silentUntil")} <Time value={until} style="moment" />
    </Tag>
  );
}
