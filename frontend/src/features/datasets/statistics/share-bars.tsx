import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Count, Percent } from "@/components/ui/numbers";

import styles from "./share-bars.module.css";

export interface ShareRow {
  key: string;
  name: string;
  color?: string;
  count: number;
  /** Where the samples behind the number are. */
  to?: string;
}

/** Counts as bars. It is a table, so that it can be read without seeing the bars. */
export function ShareBars({ rows }: { rows: readonly ShareRow[] }) {
  const { t } = useTranslation();
  const largest = Math.max(1, ...rows.map((row) => row.count));
  const total = Math.max(
    1,
    rows.reduce((sum, row) => sum + row.count, 0),
  );
  return (
    <table className={styles.table}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t("datasets.statistics.name")}</th>
          <th scope="col">{t("datasets.statistics.bar")}</th>
          <th scope="col">{t("datasets.statistics.count")}</th>
          <th scope="col">{t("datasets.statistics.share")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, color = "var(--primary)", count, to }) => (
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
          </tr>
        ))}
      </tbody>
    </table>
  );
}
