import { Input, InputNumber, Select, Switch } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { columnProblem, takenBy, type TableColumn } from "@/components/options/columns";
import type { OptionField, OptionValue } from "@/components/options/schema";
import { keyOf, rangeProblem, type Options } from "@/components/options/values";
import { ColumnControl } from "./column-control";
import styles from "./new-run.module.css";

/** The table whose columns options name, and what all options say of it. */
export interface TableContext {
  columns: readonly TableColumn[];
  options: Options;
  fields: OptionField[];
}

interface OptionControlProps {
  field: OptionField;
  value: OptionValue;
  /** Absent while the table is being read, and where there is none. */
  table?: TableContext | undefined;
  onChange: (value: OptionValue) => void;
}

/** One option with its name, its meaning and what is wrong with its value. */
export function OptionControl({ field, value, table, onChange }: OptionControlProps) {
  const { t } = useTranslation();
  const id = useId();
  const key = keyOf(field);
  const problem = useProblem(field, value, table);
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
        table={table}
        onChange={onChange}
        wrong={problem !== undefined}
      />
      {problem === undefined ? (
        <p className={styles.muted}>{t(`training.option.${key}.help`, { defaultValue: "" })}</p>
      ) : (
        <p className={styles.wrong} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** What is wrong with a value, in words. */
function useProblem(
  field: OptionField,
  value: OptionValue,
  table: TableContext | undefined,
): string | undefined {
  const { t } = useTranslation();
  if (field.kind === "number") {
    const problem = rangeProblem(field, value);
    const { minimum, maximum } = field.bounds;
    return problem && t(`training.range.${problem}`, { minimum, maximum });
  }
  if (field.kind !== "column" || table === undefined) return undefined;
  const problem = columnProblem(field, table.options, table.fields, table.columns);
  return problem && t(`columns.problem.${problem.code}`, { names: problem.names.join(", ") });
}

function Control(props: OptionControlProps & { id: string; wrong: boolean }) {
  const { id, field, value, table, onChange, wrong } = props;
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
  if (field.kind === "column") {
    return (
      <ColumnControl
        {...{ id, field, value, wrong, onChange }}
        columns={table?.columns ?? []}
        taken={table ? takenBy(table.options, table.fields, field) : new Set()}
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
