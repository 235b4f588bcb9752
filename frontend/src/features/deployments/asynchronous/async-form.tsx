import { Form, InputNumber, Select } from "antd";
import { useTranslation } from "react-i18next";

import type { AsyncPredictions } from "../types";
import styles from "./async.module.css";

interface AsyncFormProps {
  value: AsyncPredictions;
  /** Webhooks that callers may have told. */
  webhooks: readonly { id: string; name: string }[];
  onChange: (value: AsyncPredictions) => void;
}

const NUMBERS = [
  { name: "max_concurrent", most: 32 },
  { name: "time_limit_minutes", most: 1440 },
  { name: "keep_hours", most: 168 },
] as const;

/** How many are made at a time, for how long, and who may be told. */
export function AsyncForm({ value, webhooks, onChange }: AsyncFormProps) {
  const { t } = useTranslation();
  return (
    <Form layout="vertical" component="div" className={styles.form}>
      {NUMBERS.map(({ name, most }) => (
        <Form.Item
          key={name}
          label={t(`deployments.async.${name}.name`)}
          extra={t(`deployments.async.${name}.text`)}
          htmlFor={`async-${name}`}
        >
          <InputNumber
            id={`async-${name}`}
            min={1}
            max={most}
            precision={0}
            value={value[name]}
            onChange={(number) => onChange({ ...value, [name]: number ?? value[name] })}
          />
        </Form.Item>
      ))}
      <Form.Item
        label={t("deployments.async.channels.name")}
        extra={t("deployments.async.channels.text")}
        htmlFor="async-channels"
      >
        <Select
          id="async-channels"
          mode="multiple"
          value={[...value.channel_ids]}
          onChange={(ids: string[]) => onChange({ ...value, channel_ids: ids })}
          options={webhooks.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
    </Form>
  );
}
