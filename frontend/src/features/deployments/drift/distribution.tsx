import { useTranslation } from "react-i18next";

import { formatNumber, formatPercent } from "@/i18n/format";

import type { FeatureDistribution } from "../types";
import { Bar } from "../versions/comparison/bar";
import styles from "./drift.module.css";

type Bin = FeatureDistribution["bins"][number];

/** How a feature was spread among the held-out samples, and is among the calls. */
export function Distribution({ distribution }: { distribution: FeatureDistribution }) {
  const { t, i18n } = useTranslation();
  const { bins } = distribution;
  const largest = Math.max(...bins.flatMap(({ before, now }) => [before, now]));
  const number = (value: number) => formatNumber(value, i18n.language, 3);
  const name = ({ kind, label, low, high }: Bin) => {
    if (kind === "category") return label ?? "";
    if (kind !== "range") return t(`drift.bin.${kind}`);
    if (low === null) return high === null ? t("drift.bin.all") : `< ${number(high)}`;
    return high === null ? `≥ ${number(low)}` : `${number(low)} – ${number(high)}`;
  };
  return (
    <table className={styles.distribution}>
      <thead>
        <tr>
          <th scope="col">{t("drift.bin.value")}</th>
          <th scope="col">{t("drift.bin.before")}</th>
          <th scope="col">{t("drift.bin.now")}</th>
        </tr>
      </thead>
      <tbody>
        {bins.map((bin) => (
          <tr key={`${bin.kind} ${bin.label} ${bin.low}`}>
            <th scope="row">{name(bin)}</th>
            {[bin.before, bin.now].map((share, place) => (
              <td key={place} className={place === 0 ? styles.was : styles.is}>
                {formatPercent(share, i18n.language)}
                <Bar to={largest > 0 ? share / largest : 0} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
