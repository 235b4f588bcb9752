import type { ReactNode } from "react";

import styles from "./state.module.css";

interface EmptyStateProps {
  title: ReactNode;
  /** What this place is for, and what to do first. */
  children?: ReactNode;
  /** The next action. */
  action?: ReactNode;
  icon?: ReactNode;
}

/** What a list shows before it has anything: it teaches and offers the next step. */
export function EmptyState({ title, children, action, icon }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
      )}
      <h2>{title}</h2>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <div className={styles.actions}>{action}</div>}
    </div>
  );
}
