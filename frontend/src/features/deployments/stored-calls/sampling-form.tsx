import { Checkbox, Form, InputNumber, Select } from "antd";
import { useTranslation } from "react-i18next";

import type { Sampling } from "../types";
import styles from "./stored-calls.module.css";

interface SamplingFormProps {
  value: Sampling;
  onChange: (value: Sampling) => void;
}

/** Which calls are stored, what of them is left out, and how long they stay. */
export function SamplingForm({ value, onChange }: SamplingFormProps) {
  const { t } = useTranslation();
  const change = (part: Partial<Sampling>) => onChange({ ...value, ...part });
  return (
    <Form layout="vertical" component="div" className={styles.form}>
      <fieldset className={styles.group}>
        <legend>{t("calls.sampling.which")}</legend>
        <Percent
          id="calls-share"
          label={t("calls.sampling.share")}
          value={value.share}
          onChange={(share) => change({ share: share ?? 0 })}
        />
        <Percent
          id="calls-drift"
          label={t("calls.sampling.drift")}
          value={value.drift_share}
          onChange={(share) => change({ drift_share: share ?? 0 })}
        />
        <Percent
          id="calls-below"
          label={t("calls.sampling.below")}
          value={value.below_score}
          onChange={(below) => change({ below_score: below })}
        />
        <Checkbox
          checked={value.on_disagreement}
          onChange={({ target }) => change({ on_disagreement: target.checked })}
        >
          {t("calls.sampling.disagreement")}
        </Checkbox>
        <Checkbox
          checked={value.on_request}
          onChange={({ target }) => change({ on_request: target.checked })}
        >
          {t("calls.sampling.request")}
        </Checkbox>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t("calls.sampling.private")}</legend>
        <Checkbox
          checked={value.masks_contacts}
          onChange={({ target }) => change({ masks_contacts: target.checked })}
        >
          {t("calls.sampling.contacts")}
        </Checkbox>
        <Form.Item
          label={t("calls.sampling.hidden")}
          extra={t("calls.sampling.hiddenText")}
          htmlFor="calls-hidden"
        >
          <Select
            id="calls-hidden"
            mode="tags"
            open={false}
            suffixIcon={null}
            value={[...value.hidden_fields]}
            onChange={(names: string[]) => change({ hidden_fields: names })}
          />
        </Form.Item>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t("calls.sampling.long")}</legend>
        <Form.Item label={t("calls.sampling.days")} htmlFor="calls-days">
          <InputNumber
            id="calls-days"
            min={1}
            max={3660}
            precision={0}
            value={value.keep_days}
            onChange={(days) => change({ keep_days: days ?? 30 })}
          />
        </Form.Item>
        <Form.Item label={t("calls.sampling.megabytes")} htmlFor="calls-megabytes">
          <InputNumber
            id="calls-megabytes"
            min={1}
            max={1_000_000}
            precision={0}
            value={value.max_megabytes}
            onChange={(megabytes) => change({ max_megabytes: megabytes ?? 1024 })}
          />
        </Form.Item>
      </fieldset>
    </Form>
  );
}

interface PercentProps {
  id: string;
  label: string;
  value: number | null;
  onChange: (share: number | null) => void;
}

/** A share, typed in percent; an empty field is none. */
function Percent({ id, label, value, onChange }: PercentProps) {
  return (
    <Form.Item label={label} htmlFor={id}>
      <InputNumber
        id={id}
        min={0}
        max={100}
        suffix="%"
        value={value === null ? null : Math.round(value * 10_000) / 100}
        onChange={(percent) => onChange(percent === null ? null : percent / 100)}
      />
    </Form.Item>
  );
}
