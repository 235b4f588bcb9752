import type { ReactNode } from "react";

import styles from "./label-tag.module.css";

interface LabelTagProps {
  name: string;
  /** `#rrggbb`; never the only sign, the name always stands beside it. */
  color: string;
  /** Labels set by a model or an import look provisional. */
  source?: "human" | "import" | "model";
  /** A count, a key or a button after the name. */
  children?: ReactNode;
}

/** A label of a dataset with its colour. */
export function LabelTag({ name, color, source = "human", children }: LabelTagProps) {
  return (
    <span className={`${styles.tag} ${source === "model" ? styles.suggested : ""}`}>
      <span className={styles.dot} style={{ background: color }} aria-hidden />
      <span className={styles.name}>{name}</span>
      {children}
    </span>
  );
}
