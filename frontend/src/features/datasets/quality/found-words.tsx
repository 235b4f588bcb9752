import styles from "./finding-card.module.css";
import type { WordsInContext } from "./words-in-context";

/** The words that a finding is about, marked between those around them. */
export function FoundWords({ found }: { found: WordsInContext }) {
  return (
    <span className={styles.context}>
      {found.before}
      <mark className={styles.words}>{found.words}</mark>
      {found.after}
    </span>
  );
}
