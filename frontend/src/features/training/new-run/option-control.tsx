import { Input, InputNumber, Select, Switch } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { NumberField, OptionField, OptionValue } from "../options/schema";
import { keyOf, rangeProblem } from "../options/values";
import styles from "./new-run.module.css";

interface OptionControlProps {
  field: OptionField;
  value: OptionValue;
  onChange: (value: OptionValue) => void;
}

/** One option with its name, its meaning and what is wrong with its value. */
export function OptionControl({ field, value, onChange }: OptionControlProps) {
  const { t } = useTranslation();
  const id = useId();
  const key = keyOf(field);
  const problem = field.kind === "number" ? rangeProblem(field, value) : undefined;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {t(`training.option.${key}.name`, { defaultValue: key })}
        {field.unit !== undefined && (
          <span className={styles.muted}> ({t(`training.unit.${field.unit}`)})</span>
        )}
      </label>
      <Control
        id={id}
        field={field}
        value={value}
        onChange={onChange}
        wrong={problem !== undefined}
      />
      {problem === undefined ? (
        <p className={styles.muted}>{t(`training.option.${key}.help`, { defaultValue: "" })}</p>
      ) : (
        <p className={styles.wrong} role="alert">
          {t(`training.range.${problem}`, {
            minimum: (field as NumberField).bounds.minimum,
            maximum: (field as NumberField).bounds.maximum,
          })}
        </p>
      )}
    </div>
  );
}

function Control(props: OptionControlProps & { id: string; wrong: boolean }) {
  const { id, field, value, onChange, wrong } = props;
  const { t } = useTranslation();
  if (field.kind === "switch") {
    return <Switch id={id} checked={value === true} onChange={onChange} style={{ width: 44 }} />;
  }
  if (field.kind === "choice") {
    return (
      <Select
        id={id}
        value={String(value)}
        onChange={onChange}
        options={field.choices.map((choice) => ({
          value: choice,
          label: t(`training.choice.${choice}`, { defaultValue: choice }),
        }))}
      />
    );
  }
  if (field.kind === "text") {
    const isUnset = value === null || (field.automatic && value === "auto");
    return (
      <Input
        id={id}
        allowClear
        value={isUnset ? "" : String(value)}
        placeholder={field.automatic ? t("training.automatic") : undefined}
        onChange={({ target }) => onChange(target.value === "" ? field.fallback : target.value)}
      />
    );
  }
  if (field.kind === "list") {
    return (
      <Select
        id={id}
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[",", "，", "\n"]}
        value={value as string[]}
        onChange={onChange}
      />
    );
  }
  return (
    <InputNumber
      id={id}
      style={{ width: "100%" }}
      status={wrong ? "error" : ""}
      value={value === "auto" ? null : (value as number)}
      placeholder={field.automatic ? t("training.automatic") : undefined}
      step={field.integer ? 1 : field.logarithmic ? 0.0001 : 0.05}
      onChange={(next) => onChange(next ?? field.fallback)}
    />
  );
}
