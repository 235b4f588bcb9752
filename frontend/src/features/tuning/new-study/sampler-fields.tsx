import { InputNumber } from "antd";
import { useTranslation } from "react-i18next";

import { LimitField } from "../study/limit-fields";
import type { SamplerField } from "./samplers";
import styles from "./new-study.module.css";

interface SamplerFieldsProps {
  fields: readonly SamplerField[];
  numbers: Record<string, number | null>;
  onChange: (numbers: Record<string, number | null>) => void;
}

/** The numbers of a sampler or of early stopping; an empty one is as the method has it. */
export function SamplerFields({ fields, numbers, onChange }: SamplerFieldsProps) {
  const { t } = useTranslation();
  if (fields.length === 0) return null;
  return (
    <div className={styles.fields}>
      {fields.map(({ name, minimum, maximum, integer, fallback }) => (
        <LimitField
          key={name}
          label={t(`tuning.samplerField.${name}.name`)}
          help={t(`tuning.samplerField.${name}.help`)}
        >
          {(id) => (
            <InputNumber
              id={id}
              min={minimum}
              max={maximum}
              step={integer ? 1 : 0.05}
              style={{ width: "100%" }}
              {...(integer ? { precision: 0 } : {})}
              placeholder={fallback === undefined ? t("training.automatic") : fallback.toString()}
              value={numbers[name] ?? null}
              onChange={(value) => onChange({ ...numbers, [name]: value })}
            />
          )}
        </LimitField>
      ))}
    </div>
  );
}
