import { useTranslation } from "react-i18next";

import { Count } from "@/components/ui/numbers";
import { formatCount, formatPercent } from "@/i18n/format";

import type { Comparison } from "../../types";
import { Bar } from "./bar";
import styles from "./comparison.module.css";

interface ShadowSectionProps {
  shadow: NonNullable<Comparison["shadow"]>;
  revision: number;
  other: number;
}

/** How far a shadow agrees with what was answered, and where it differs most often. */
export function ShadowSection({ shadow, revision, other }: ShadowSectionProps) {
  const { t, i18n } = useTranslation();
  const { num_compared, agreement, differing } = shadow;
  const most = differing[0]?.num_calls ?? 1;
  return (
    <section className={styles.section}>
      <h3>{t("deployments.comparison.shadow.title")}</h3>
      <p className={styles.plain}>
        {agreement === null
          ? t("deployments.comparison.shadow.none")
          : t("deployments.comparison.shadow.agreement", {
              value: formatPercent(agreement, i18n.language),
              num: formatCount(num_compared, i18n.language),
            })}
      </p>
      {differing.length > 0 && (
        <table className={styles.table}>
          <caption>{t("deployments.comparison.shadow.differing")}</caption>
          <thead>
            <tr>
              {[revision, other].map((number) => (
                <th key={number} scope="col">
                  {t("deployments.comparison.shadow.said", { number })}
                </th>
              ))}
              <th scope="col">{t("deployments.statistics.calls")}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map(({ label, other_label, num_calls }) => (
              <tr key={JSON.stringify([label, other_label])}>
                <td>{label}</td>
                <td>{other_label}</td>
                <td>
                  <Count value={num_calls} />
                  <Bar to={num_calls / most} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
