import { Tooltip } from "antd";
import { useTranslation } from "react-i18next";

import type { ColumnStatistics, TableColumn } from "../api/use-table";
import styles from "./table-tab.module.css";

interface Props {
  column: TableColumn;
  facts: ColumnStatistics | undefined;
}

/** The values of a column at a glance: how numbers are spread, or the commonest words. */
export function ColumnValues({ column, facts }: Props) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language, { maximumSignificantDigits: 4 });
  if (facts !== undefined && column.kind === "number" && facts.minimum !== null) {
    const largest = Math.max(1, ...facts.counts);
    const text = t("table.range", {
      low: number.format(facts.minimum),
      high: number.format(facts.maximum ?? facts.minimum),
      mean: number.format(facts.mean ?? facts.minimum),
    });
    return (
      <Tooltip title={t("table.histogram")}>
        <span className={styles.numbers}>
          <span className={styles.bars} aria-hidden>
            {facts.counts.map((count, bin) => (
              <i key={facts.edges[bin]} style={{ height: `${(count / largest) * 100}%` }} />
            ))}
          </span>
          <small>{text}</small>
        </span>
      </Tooltip>
    );
  }
  const words =
    facts === undefined ? column.examples.map((value) => ({ value, num: undefined })) : facts.top;
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
