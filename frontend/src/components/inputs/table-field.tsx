import { Input, InputNumber, Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { Column } from "./input-spec";
import styles from "./inputs.module.css";

interface TableFieldProps {
  column: Column;
  /** Whether the model can do without it. */
  isOptional: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A cell to fill in. */
export function TableField({ column, isOptional, value, onChange }: TableFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <label htmlFor={id} className={styles.field}>
      <span>{isOptional ? t("inputs.optional", { name: column.name }) : column.name}</span>
      {column.kind === "number" ? (
        <InputNumber
          id={id}
          style={{ width: "100%" }}
          value={typeof value === "number" ? value : null}
          onChange={onChange}
        />
      ) : column.kind === "category" ? (
        <Select
          id={id}
          showSearch
          allowClear
          value={value}
          onChange={(chosen: unknown) => onChange(chosen ?? null)}
          options={column.categories.map((name) => ({ value: name, label: name }))}
        />
      ) : (
        <Input
          id={id}
          placeholder="2024-01-31"
          value={typeof value === "string" ? value : ""}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )}
    </label>
  );
}
