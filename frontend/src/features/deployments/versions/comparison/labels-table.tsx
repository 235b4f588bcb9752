import { useTranslation } from "react-i18next";

import { formatCount, formatPercent } from "@/i18n/format";

import { Bar } from "./bar";
import { type Column, labelRows } from "./compared";
import styles from "./comparison.module.css";

const MAX_ROWS = 20;

/** Which labels both gave, as shares of their calls that got one. */
export function LabelsTable({ columns }: { columns: readonly Column[] }) {
  const { t, i18n } = useTranslation();
  const rows = labelRows(columns);
  if (rows.length === 0) return null;
  const largest = Math.max(...rows.flatMap(({ shares }) => shares));
  return (
    <section className={styles.section}>
      <h3>{t("deployments.comparison.labels.title")}</h3>
      <p className={styles.note}>
        {t("deployments.comparison.labels.text")}
        {rows.length > MAX_ROWS &&
          ` ${t("deployments.comparison.labels.most", { most: MAX_ROWS, total: rows.length })}`}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("deployments.comparison.labels.label")}</th>
            {columns.map(({ number }) => (
              <th key={number} scope="col">
                {t("deployments.comparison.number", { number })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map(({ label, nums, shares }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {columns.map(({ number }, index) => (
                <td key={number}>
                  {formatPercent(shares[index] ?? 0, i18n.language)}
                  <span className={styles.beside}>
                    {formatCount(nums[index] ?? 0, i18n.language)}
                  </span>
                  <Bar to={(shares[index] ?? 0) / largest} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
