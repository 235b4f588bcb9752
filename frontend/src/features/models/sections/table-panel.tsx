import { Table } from "antd";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";

import { cellText, headingText, nameText, reportText } from "../report/report-text";
import type { TableSection } from "../report/sections";
import styles from "./table-panel.module.css";

type TableRow = readonly (string | number | null)[];

/** Numbers in rows; a heading sorts by its column. */
export function TablePanel({ section }: { section: TableSection }) {
  const { t, i18n } = useTranslation();
  const { columns, units, rows } = section;
  return (
    <Panel flush title={headingText(t, section.key)}>
      <Table<{ key: number; cells: TableRow }>
        size="small"
        dataSource={rows.map((cells, key) => ({ key, cells }))}
        pagination={rows.length > 50 ? { pageSize: 50 } : false}
        scroll={{ x: "max-content" }}
        columns={columns.map((column, index) => ({
          key: index,
          // What a row is about stays in sight while its numbers are pushed sideways.
          fixed: index === 0 ? ("left" as const) : undefined,
          title: reportText(t, column),
          align: units[index] === "text" ? ("left" as const) : ("right" as const),
          sorter: (one, other) => compare(one.cells[index], other.cells[index], i18n.language),
          render: (_, { cells }) => {
            const cell = cells[index];
            if (typeof cell !== "string") {
              return cellText(cell, units[index] ?? "text", i18n.language);
            }
            return <span className={styles.name}>{nameText(t, column, cell)}</span>;
          },
        }))}
      />
    </Panel>
  );
}

type Cell = TableRow[number] | undefined;

/** Numbers by size, names by language; what is undefined comes first. */
function compare(one: Cell, other: Cell, language: string): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one ?? "").localeCompare(String(other ?? ""), language, { numeric: true });
}
