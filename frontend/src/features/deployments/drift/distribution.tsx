import { useTranslation } from "react-i18next";

import { formatNumber, formatPercent } from "@/i18n/format";

import type { FeatureDistribution } from "../types";
import { Bar } from "../versions/comparison/bar";
import styles from "./drift.module.css";

/** How a feature was spread among the held-out samples, and is among the calls. */
export function Distribution({ distribution }: { distribution: FeatureDistribution }) {
  const { t, i18n } = useTranslation();
  const { edges, categories, before, now } = distribution;
  const largest = Math.max(...before, ...now);
  const number = (value: number) => formatNumber(value, i18n.language, 3);
  const ranges = [...edges, null].map((high, place) => {
    const low = edges[place - 1];
    // A value that many share has a bin of its own, whose end is the number next to it.
    if (low === undefined && high === Number.MIN_VALUE) return "≤ 0";
    if (high === null && low === Number.MIN_VALUE) return "> 0";
    if (low === undefined) return high === null ? t("drift.bin.all") : `< ${number(high)}`;
    if (high === null) return `≥ ${number(low)}`;
    return number(low) === number(high) ? number(low) : `${number(low)} – ${number(high)}`;
  });
  const isOfNames = categories.length > 0 || before.length !== edges.length + 2;
  const named = isOfNames ? [...categories, t("drift.bin.others")] : ranges;
  const bins = [t("drift.bin.missing"), ...named].map((name, place) => ({
    name,
    shares: [before[place] ?? 0, now[place] ?? 0],
  }));
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
        {bins
          .filter(({ shares }) => shares.some((share) => share > 0))
          .map(({ name, shares }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {shares.map((share, place) => (
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
