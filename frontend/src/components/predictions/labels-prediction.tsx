import { useTranslation } from "react-i18next";

import { formatMetric, formatPercent } from "@/i18n/format";

import styles from "./predictions.module.css";
import type { Named } from "./documents";

interface LabelsPredictionProps {
  results: readonly Named[];
  /** The names are sentences, which need the width of a line each. */
  isLong?: boolean;
}

/** How models of pairs of texts call what they say of a pair. */
const SIMILAR = "similar";

/** Names, the surest first; what people said has no bar. */
export function LabelsPrediction({ results, isLong = false }: LabelsPredictionProps) {
  const { t, i18n } = useTranslation();
  const named = ({ name, value }: Named) =>
    value !== undefined && name === SIMILAR ? t("predictions.similarity") : name;
  const number = (value: number) => formatMetric(value, i18n.language);
  if (results.length === 0) return <p className={styles.muted}>{t("predictions.noLabel")}</p>;
  if (results.every(({ score }) => score === undefined)) {
    if (isLong) {
      return (
        <ul className={styles.texts}>
          {results.map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      );
    }
    return (
      <p>
        {results
          .map((one) =>
            one.value === undefined ? one.name : `${named(one)}: ${number(one.value)}`,
          )
          .join(", ")}
      </p>
    );
  }
  return (
    <ol className={styles.bars}>
      {results.map(({ name, value, score = 0 }) => (
        <li key={name} className={isLong ? styles.longBar : styles.bar}>
          <span className={styles.name} title={name}>
            {named({ name, value })}
          </span>
          <span className={styles.track} aria-hidden>
            <span
              className={styles.fill}
              style={{ width: `${Math.max(0, Math.min(1, score)) * 100}%` }}
            />
          </span>
          <span className={styles.score}>
            {value === undefined ? formatPercent(score, i18n.language) : number(value)}
          </span>
        </li>
      ))}
    </ol>
  );
}
