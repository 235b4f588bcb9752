import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Count, Percent } from "@/components/ui/numbers";

import styles from "./share-bars.module.css";

export interface ShareRow {
  key: string;
  name: string;
  color?: string;
  count: number;
  /** Regions beside the samples that are counted. */
  numRegions?: number;
  /** Where the samples behind the number are. */
  to?: string;
}

interface Props {
  rows: readonly ShareRow[];
  /** What a share is of, where rows overlap or leave something out; else their sum. */
  of?: number;
}

/** Counts as bars. It is a table, so that it can be read without seeing the bars. */
export function ShareBars({ rows, of }: Props) {
  const { t } = useTranslation();
  const largest = Math.max(1, ...rows.map((row) => row.count));
  const total = Math.max(1, of ?? rows.reduce((sum, row) => sum + row.count, 0));
  const hasRegions = rows.some((row) => (row.numRegions ?? 0) > 0);
  return (
    <table className={styles.table}>
      <colgroup>
        <col className={styles.names} />
        <col />
        <col className={styles.numbers} />
        <col className={styles.numbers} />
        {hasRegions && <col className={styles.numbers} />}
      </colgroup>
      <thead className={hasRegions ? styles.head : "visually-hidden"}>
        <tr>
          <th scope="col" className={styles.name}>
            {t("datasets.statistics.name")}
          </th>
          <th scope="col">
            <span className="visually-hidden">{t("datasets.statistics.bar")}</span>
          </th>
          <th scope="col">
            {t(hasRegions ? "datasets.statistics.samples" : "datasets.statistics.count")}
          </th>
          <th scope="col">{t("datasets.statistics.share")}</th>
          {hasRegions && <th scope="col">{t("datasets.statistics.regions")}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, color = "var(--primary)", count, numRegions, to }) => (
          <tr key={key}>
            <th scope="row" className={styles.name} title={name}>
              {to === undefined || count === 0 ? name : <Link to={to}>{name}</Link>}
            </th>
            <td className={styles.track}>
              <span
                className={styles.bar}
                style={{ width: `${(count / largest) * 100}%`, background: color }}
              />
            </td>
            <td className={styles.number}>
              <Count value={count} />
            </td>
            <td className={styles.number}>
              <Percent value={count / total} />
            </td>
            {hasRegions && (
              <td className={styles.number}>
                {numRegions === undefined ? "–" : <Count value={numRegions} />}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
