import { Form, InputNumber, Modal, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { conditionName, measured } from "@/components/alerts/measured";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useSetAlertRule } from "../api/use-set-alert-rule";
import type { AlertRule } from "../types";

interface RuleDialogProps {
  deploymentId: string;
  rule: AlertRule;
  onClose: () => void;
}

const MAX_MINUTES = 24 * 60;

/** When one condition fires; an empty field is its default. */
export function RuleDialog({ deploymentId, rule, onClose }: RuleDialogProps) {
  const { t, i18n } = useTranslation();
  const set = useSetAlertRule(deploymentId);
  const { condition, unit, default_limit, default_hold_minutes } = rule;
  const isShare = unit === "share";
  const scale = isShare ? 100 : 1;
  const [isOn, setIsOn] = useState(rule.is_on);
  const [limit, setLimit] = useState<number | null>(
    rule.limit === null ? null : Math.round(rule.limit * scale * 100) / 100,
  );
  const [minutes, setMinutes] = useState<number | null>(rule.hold_minutes);
  const given = (value: number | null, byDefault: number | null) =>
    value === byDefault ? null : value;
  const save = () =>
    set.mutate(
      {
        condition,
        body: {
          is_on: isOn,
          limit: given(limit === null ? null : limit / scale, default_limit),
          hold_minutes: given(minutes, default_hold_minutes),
        },
      },
      { onSuccess: onClose },
    );
  return (
    <Modal
      open
      title={conditionName(t, condition)}
      okText={t("alerts.rules.save")}
      okButtonProps={{ loading: set.isPending }}
      onOk={save}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t("alerts.rules.on")} htmlFor="rule-on">
          <Switch id="rule-on" checked={isOn} onChange={setIsOn} />
        </Form.Item>
        {default_limit !== null && (
          <Form.Item
            label={t("alerts.rules.limit")}
            htmlFor="rule-limit"
            extra={t("alerts.rules.byDefault", {
              value: measured(default_limit, unit, i18n.language),
            })}
          >
            <InputNumber
              id="rule-limit"
              min={isShare ? 0.01 : 1}
              max={isShare ? 100 : 600_000}
              suffix={isShare ? "%" : "ms"}
              value={limit}
              onChange={setLimit}
            />
          </Form.Item>
        )}
        <Form.Item
          label={t("alerts.rules.hold")}
          htmlFor="rule-minutes"
          extra={t("alerts.rules.byDefault", {
            value: t("alerts.rules.minutes", { count: default_hold_minutes }),
          })}
        >
          <InputNumber
            id="rule-minutes"
            min={1}
            max={MAX_MINUTES}
            precision={0}
            value={minutes}
            onChange={setMinutes}
          />
        </Form.Item>
      </Form>
      <ProblemAlert error={set.error} />
    </Modal>
  );
}
