import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";

import styles from "./media.module.css";
import { readRows, type Source, type TableRow } from "./source";
import { WithText } from "./text-view";

const ROW_HEIGHT = 32;
const MAX_HEIGHT = 480;

/** Rows of a file. One row alone stands upright, a column a line. */
export function TableView({ source }: { source: Source }) {
  return (
    <WithText source={source}>
      {(text) => {
        const rows = readRows(text);
        if (rows === null) return <p className={styles.text}>{text}</p>;
        const [row] = rows;
        return rows.length === 1 && row !== undefined ? (
          <RowView row={row} />
        ) : (
          <RowsView rows={rows} />
        );
      }}
    </WithText>
  );
}

/** One row, a column a line. */
export function RowView({ row }: { row: TableRow }) {
  return (
    <dl className={styles.row}>
      {Object.entries(row).map(([column, value]) => (
        <div key={column}>
          <dt>{column}</dt>
          <dd>{written(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Any number of rows; only those in view are drawn. */
export function RowsView({ rows }: { rows: readonly TableRow[] }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useMemo(() => [...new Set(rows.flatMap((row) => Object.keys(row)))], [rows]);
  // The compiler cannot see through the virtualizer's own cache; it re-renders by itself.
  // eslint-disable-next-line react-hooks/incompatible-library
  const visible = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    initialRect: { width: 800, height: MAX_HEIGHT },
  });
  const items = visible.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = visible.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div
      ref={scroller}
      className={styles.rows}
      style={{ maxHeight: MAX_HEIGHT }}
      // What scrolls must be reachable by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={t("media.rows", { count: rows.length })}
    >
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr aria-hidden style={{ height: before }} />
          {items.map(({ index }) => (
            <tr key={index} style={{ height: ROW_HEIGHT }}>
              {columns.map((column) => (
                <td key={column}>{written(rows[index]?.[column])}</td>
              ))}
            </tr>
          ))}
          <tr aria-hidden style={{ height: after }} />
        </tbody>
      </table>
    </div>
  );
}

/** A value of a cell; what is missing is a dash. */
export function written(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
