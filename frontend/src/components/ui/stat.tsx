import type { ReactNode } from "react";

import styles from "./stat.module.css";

interface StatProps {
  label: ReactNode;
  value: ReactNode;
  /** Denominator, split or version: what makes the number honest. */
  detail?: ReactNode;
  tone?: "ok" | "warn" | "danger";
}

/** A number, what it counts, and of how many. Put several into `Stats`. */
export function Stat({ label, value, detail, tone }: StatProps) {
  return (
    <div className={styles.stat}>
      <dt className={styles.label}>{label}</dt>
      <dd className={`${styles.value} ${tone === undefined ? "" : styles[tone]}`}>{value}</dd>
      {detail !== undefined && <dd className={styles.detail}>{detail}</dd>}
    </div>
  );
}

/** A row of numbers that wraps. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className={styles.stats}>{children}</dl>;
}
