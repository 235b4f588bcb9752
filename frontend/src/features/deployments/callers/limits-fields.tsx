import { Form, InputNumber } from "antd";
import { useTranslation } from "react-i18next";

import { formatCount } from "@/i18n/format";

import { NAMES, usualBurst, withoutIdleBurst, type Limits } from "./limits";
import styles from "./limits.module.css";

const LEAST = { requests_per_second: 0.001, burst: 1, daily_quota: 0, total_quota: 0 } as const;
const MOST = {
  requests_per_second: 1e6,
  burst: 1e6,
  daily_quota: 1e12,
  total_quota: 1e12,
} as const;

interface LimitsFieldsProps {
  /** What the ids of the fields begin with. */
  id: string;
  value: Limits;
  onChange: (limits: Limits) => void;
}

/** Four numbers; an empty one is not limited. */
export function LimitsFields({ id, value, onChange }: LimitsFieldsProps) {
  const { t, i18n } = useTranslation();
  const rate = value.requests_per_second;
  const unlimited = t("deployments.limits.unlimited");
  return (
    <div className={styles.fields}>
      {NAMES.map((name) => (
        <Form.Item
          key={name}
          className={styles.field}
          label={t(`deployments.limits.${name}.name`)}
          htmlFor={`${id}-${name}`}
          extra={t(`deployments.limits.${name}.text`)}
        >
          <InputNumber
            id={`${id}-${name}`}
            className={styles.number}
            min={LEAST[name]}
            max={MOST[name]}
            precision={name === "requests_per_second" ? undefined : 0}
            placeholder={
              name === "burst" && rate !== null
                ? formatCount(usualBurst(rate), i18n.language)
                : unlimited
            }
            disabled={name === "burst" && rate === null}
            value={value[name]}
            onChange={(number) => onChange(withoutIdleBurst({ ...value, [name]: number }))}
          />
        </Form.Item>
      ))}
    </div>
  );
}
