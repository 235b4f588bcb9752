import { useTranslation } from "react-i18next";

import { formatPercent } from "@/i18n/format";

import styles from "./version.module.css";

/** Labels and how sure the model is of each. */
export function ScoreBars({ results }: { results: { name: string; score: number }[] }) {
  const { i18n } = useTranslation();
  return (
    <ol className={styles.bars}>
      {results.map(({ name, score }) => (
        <li key={name} className={styles.bar}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={styles.track} aria-hidden>
            <span className={styles.fill} style={{ display: "block", width: `${score * 100}%` }} />
          </span>
          <span className={styles.score}>{formatPercent(score, i18n.language)}</span>
        </li>
      ))}
    </ol>
  );
}
