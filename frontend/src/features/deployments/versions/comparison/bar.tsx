import styles from "./comparison.module.css";

interface BarProps {
  /** Where it begins and ends, as parts of the whole width. */
  from?: number;
  to: number;
  /** Where a line stands in it. */
  mark?: number;
}

const percent = (part: number) => `${(100 * part).toFixed(2)}%`;

/** An amount or an interval as a length; the number stands beside it. */
export function Bar({ from = 0, to, mark }: BarProps) {
  return (
    <span className={styles.track} aria-hidden>
      <span
        className={mark === undefined ? styles.bar : styles.range}
        style={{ insetInlineStart: percent(from), width: percent(Math.max(0, to - from)) }}
      />
      {mark !== undefined && (
        <span className={styles.mark} style={{ insetInlineStart: percent(mark) }} />
      )}
    </span>
  );
}
