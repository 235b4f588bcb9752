import { Tooltip } from "antd";
import { useTranslation } from "react-i18next";

import type { ColumnStatistics, TableColumn } from "../api/use-table";
import styles from "./table-tab.module.css";

interface Props {
  column: TableColumn;
  statistics: ColumnStatistics | undefined;
}

/** The values of a column at a glance: how numbers are spread, or the commonest words. */
export function ColumnValues({ column, statistics }: Props) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language, { maximumSignificantDigits: 4 });
  if (statistics !== undefined && column.kind === "number" && statistics.minimum !== null) {
    const largest = Math.max(1, ...statistics.counts);
    const text = t("table.range", {
      low: number.format(statistics.minimum),
      high: number.format(statistics.maximum ?? statistics.minimum),
      mean: number.format(statistics.mean ?? statistics.minimum),
    });
    return (
      <Tooltip title={t("table.histogram")}>
        <span className={styles.numbers}>
          <span className={styles.bars} aria-hidden>
            {statistics.counts.map((count, bin) => (
              <i key={statistics.edges[bin]} style={{ height: `${(count / largest) * 100}%` }} />
            ))}
          </span>
          <small>{text}</small>
        </span>
      </Tooltip>
    );
  }
  const words =
    statistics === undefined
      ? column.examples.map((value) => ({ value, num: undefined }))
      : statistics.top;
  return (
    <span className={styles.words}>
      {words.slice(0, 5).map(({ value, num }) => (
        <span key={value}>
          {value}
          {num !== undefined && <small>{number.format(num)}</small>}
        </span>
      ))}
    </span>
  );
}
