import { useId, type ReactNode } from "react";

import styles from "./panel.module.css";

interface PanelProps {
  title?: ReactNode;
  /** A quiet link or button at the title's right. */
  extra?: ReactNode;
  /** No inner padding: for tables and lists that reach the edge. */
  flush?: boolean;
  children: ReactNode;
}

/** A bordered sheet of the page that answers one question. */
export function Panel({ title, extra, flush = false, children }: PanelProps) {
  const titleId = useId();
  return (
    <section className={styles.panel} aria-labelledby={title === undefined ? undefined : titleId}>
      {title !== undefined && (
        <header className={styles.header}>
          <h2 id={titleId}>{title}</h2>
          {extra}
        </header>
      )}
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
