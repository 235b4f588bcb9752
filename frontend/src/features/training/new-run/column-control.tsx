import { Select, Tag } from "antd";
import { useTranslation } from "react-i18next";

import { formatPercent } from "@/i18n/format";

import {
  automaticColumns,
  namesIn,
  sortColumns,
  type TableColumn,
} from "@/components/options/columns";
import type { ColumnField, OptionValue } from "@/components/options/schema";
import styles from "./new-run.module.css";

interface ColumnControlProps {
  id: string;
  field: ColumnField;
  value: OptionValue;
  columns: readonly TableColumn[];
  /** Columns that other options have to themselves. */
  taken: ReadonlySet<string>;
  wrong: boolean;
  onChange: (value: OptionValue) => void;
}

/** Choose columns of the table, each shown with its kind and some of its values. */
export function ColumnControl(props: ColumnControlProps) {
  const { id, field, value, columns, taken, wrong, onChange } = props;
  const { t } = useTranslation();
  const chosen = namesIn(field, value);
  const { suiting, others } = sortColumns(field, columns);
  const choices = (group: readonly TableColumn[]) =>
    group.map((column) => ({
      value: column.name,
      label: column.name,
      disabled: field.apart && taken.has(column.name) && !chosen.includes(column.name),
    }));
  const shared = {
    id,
    showSearch: true,
    allowClear: true,
    popupMatchSelectWidth: 420,
    status: wrong ? ("error" as const) : ("" as const),
    placeholder: useMeaningOfNothing(field, columns, taken),
    options: [
      { label: t("columns.suiting"), options: choices(suiting) },
      ...(others.length === 0 ? [] : [{ label: t("columns.others"), options: choices(others) }]),
    ],
    optionRender: ({ value }: { value?: string | number | null }) => {
      const column = columns.find(({ name }) => name === value);
      return column && <ColumnLine column={column} />;
    },
  };
  return field.many ? (
    <Select<string[]> {...shared} mode="multiple" value={chosen} onChange={onChange} />
  ) : (
    <Select<string>
      {...shared}
      value={chosen[0]}
      onChange={(name) => onChange((name as string | undefined) ?? field.fallback)}
    />
  );
}

/** Say what the default stands for in this table. */
function useMeaningOfNothing(
  field: ColumnField,
  columns: readonly TableColumn[],
  taken: ReadonlySet<string>,
): string {
  const { t } = useTranslation();
  if (field.auto === undefined) return t("columns.none");
  // Nothing is known of a table that is still being read.
  if (columns.length === 0) return t("training.automatic");
  const names = automaticColumns(field, columns, taken);
  if (names.length === 0) return t("columns.autoNone");
  return t(`columns.auto.${field.auto}`, { names: names.join(", ") });
}

function ColumnLine({ column }: { column: TableColumn }) {
  const { t, i18n } = useTranslation();
  return (
    <div className={styles.column}>
      <span className={styles.columnName}>{column.name}</span>
      <Tag>{t(`columns.kind.${column.kind}`)}</Tag>
      <span className={styles.columnExamples}>
        {column.missing_share > 0 &&
          `${t("columns.missing", { share: formatPercent(column.missing_share, i18n.language) })} · `}
        {column.examples.join(", ")}
      </span>
    </div>
  );
}
