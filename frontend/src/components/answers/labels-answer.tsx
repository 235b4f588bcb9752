import { useTranslation } from "react-i18next";

import { formatPercent } from "@/i18n/format";

import styles from "./answers.module.css";
import type { Named } from "./documents";

/** Names, the surest first; what people said has no bar. */
export function LabelsAnswer({ results }: { results: readonly Named[] }) {
  const { t, i18n } = useTranslation();
  if (results.length === 0) return <p className={styles.muted}>{t("answers.noLabel")}</p>;
  if (results.every(({ score }) => score === undefined)) {
    return <p>{results.map(({ name }) => name).join(", ")}</p>;
  }
  return (
    <ol className={styles.bars}>
      {results.map(({ name, score = 0 }) => (
        <li key={name} className={styles.bar}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={styles.track} aria-hidden>
            <span
              className={styles.fill}
              style={{ width: `${Math.max(0, Math.min(1, score)) * 100}%` }}
            />
          </span>
          <span className={styles.score}>{formatPercent(score, i18n.language)}</span>
        </li>
      ))}
    </ol>
  );
}
