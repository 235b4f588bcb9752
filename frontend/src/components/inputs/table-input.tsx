import { Alert, Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { readRows, type TableRow } from "@/components/media/source";
import { isObject } from "@/components/predictions/documents";
import { Tabs } from "@/components/ui/tabs";

import { rowsOfCsv, type CellValue } from "./csv";
import type { AskProps } from "./input-panel";
import type { Column, InputSpec } from "./input-spec";
import { isoTime } from "./iso-times";
import styles from "./inputs.module.css";
import { TableField } from "./table-field";

type Way = "form" | "csv" | "json";

/** One row to fill in, or rows to paste. */
export function TableInput({
  input: { columns, required = [] },
  disabled,
  onAsk,
}: AskProps & { input: Extract<InputSpec, { kind: "table" }> }) {
  const { t } = useTranslation();
  const [way, setWay] = useState<Way>("form");
  const [row, setRow] = useState<TableRow>({});
  const [csv, setCsv] = useState("");
  const [json, setJson] = useState("");
  const [isWarned, setIsWarned] = useState(false);
  // A field that is left empty is an empty cell; a form without any value asks nothing.
  const filledIn = Object.keys(row).length > 0 ? [{ ...emptyRow(columns), ...row }] : [];
  const times = columns.flatMap(({ kind, name }) => (kind === "time" ? [name] : []));
  const given = rowsOfCsv(csv, columns).map((one) => ({ ...one, ...isoTimes(one, times) }));
  const rows = { form: filledIn, csv: given, json: readRows(unwrapped(json, columns)) }[way];
  const unknown = unknownColumns(rows ?? [], columns);
  const missing = emptyColumns(rows ?? [], required);
  const send = () =>
    rows !== null &&
    onAsk({
      parts: { data: rows, include_proba: true },
      source: { media: "table", name: t("inputs.yourRows"), text: JSON.stringify(rows) },
    });
  const ask = () => (missing.length > 0 ? setIsWarned(true) : send());
  const example = columns.map(({ name }) => name).join(",");
  return (
    <div className={styles.stack}>
      <Tabs
        size="small"
        activeKey={way}
        onChange={(key) => setWay(key as Way)}
        items={[
          {
            key: "form",
            label: t("inputs.form"),
            children: (
              <div className={styles.form}>
                {columns.map((column) => (
                  <TableField
                    key={column.name}
                    column={column}
                    isOptional={required.length > 0 && !required.includes(column.name)}
                    value={row[column.name]}
                    onChange={(value) => setRow({ ...row, [column.name]: value })}
                  />
                ))}
              </div>
            ),
          },
          {
            key: "csv",
            label: t("inputs.csv"),
            children: (
              <Rows label={t("inputs.csvHelp")} hint={example} value={csv} onChange={setCsv} />
            ),
          },
          {
            key: "json",
            label: t("inputs.json"),
            children: (
              <Rows
                label={t("inputs.jsonHelp")}
                hint={JSON.stringify([exampleRow(columns)], null, 1)}
                value={json}
                onChange={setJson}
              />
            ),
          },
        ]}
      />
      {way === "json" && json !== "" && rows === null && (
        <Alert type="error" showIcon title={t("inputs.notRows")} />
      )}
      {unknown.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t("inputs.unknownColumns", { names: unknown.join(", ") })}
        />
      )}
      {isWarned && missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t("inputs.emptyColumns", { count: missing.length, names: missing.join(", ") })}
          description={
            <Button size="small" disabled={disabled} onClick={send}>
              {t("inputs.askAnyway")}
            </Button>
          }
        />
      )}
      <Button type="primary" disabled={disabled || !rows?.length} onClick={ask}>
        {t("inputs.ask")}
      </Button>
    </div>
  );
}

function isoTimes(row: Record<string, CellValue>, times: readonly string[]) {
  return Object.fromEntries(
    times.flatMap((name) => {
      const cell = row[name];
      return cell === undefined ? [] : [[name, isoTime(cell)]];
    }),
  );
}

/** The rows alone of a whole request, as the page's code has it. */
function unwrapped(json: string, columns: readonly Column[]): string {
  if (columns.some(({ name }) => name === "data")) return json;
  try {
    const whole: unknown = JSON.parse(json);
    return isObject(whole) && "data" in whole ? JSON.stringify(whole["data"]) : json;
  } catch {
    return json;
  }
}

function unknownColumns(rows: readonly TableRow[], columns: readonly Column[]): string[] {
  const known = new Set(columns.map(({ name }) => name));
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !known.has(name));
}

/** Of these columns those that are empty in some row. */
function emptyColumns(rows: readonly TableRow[], names: readonly string[]): string[] {
  const isEmpty = (value: unknown) => value === undefined || value === null || value === "";
  return names.filter((name) => rows.some((row) => isEmpty(row[name])));
}

function emptyRow(columns: readonly Column[]): TableRow {
  return Object.fromEntries(columns.map(({ name }) => [name, null]));
}

/** A row with something in each column, to copy. */
function exampleRow(columns: readonly Column[]): TableRow {
  return Object.fromEntries(
    columns.map((column) => [
      column.name,
      column.kind === "number" ? 0 : column.kind === "category" ? column.categories[0] : "",
    ]),
  );
}

interface RowsProps {
  label: string;
  hint: string;
  value: string;
  onChange: (text: string) => void;
}

function Rows({ label, hint, value, onChange }: RowsProps) {
  return (
    <Input.TextArea
      className={styles.code}
      aria-label={label}
      placeholder={`${label}\n${hint}`}
      autoSize={{ minRows: 6, maxRows: 16 }}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
