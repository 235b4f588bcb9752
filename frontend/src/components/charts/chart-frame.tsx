import { Segmented } from "antd";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import styles from "./chart-frame.module.css";

export interface ChartTable {
  columns: string[];
  rows: (string | number)[][];
}

interface ChartFrameProps {
  title: string;
  /** Split, version, denominator. */
  detail?: ReactNode;
  /** A slider or switch that belongs to the image. */
  controls?: ReactNode;
  /** The same numbers for eyes and ears that cannot use the image. */
  table: ChartTable;
  children: ReactNode;
}

/** A chart with its name, and a table of the same numbers one click away. */
export function ChartFrame({ title, detail, controls, table, children }: ChartFrameProps) {
  const { t } = useTranslation();
  const [view, setView] = useState<"chart" | "table">("chart");
  return (
    <figure className={styles.frame} aria-label={title}>
      <figcaption className={styles.caption}>
        <span>
          <strong>{title}</strong>
          {detail !== undefined && <span className={styles.detail}>{detail}</span>}
        </span>
        <span className={styles.controls}>
          {view === "chart" && controls}
          <Segmented
            size="small"
            aria-label={title}
            value={view}
            onChange={setView}
            options={[
              { value: "chart" as const, label: t("ui.chart.chart") },
              { value: "table" as const, label: t("ui.chart.table") },
            ]}
          />
        </span>
      </figcaption>
      {view === "chart" ? children : <NumbersTable caption={title} table={table} />}
    </figure>
  );
}

function NumbersTable({ caption, table }: { caption: string; table: ChartTable }) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, position) => (
                <td key={position}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
