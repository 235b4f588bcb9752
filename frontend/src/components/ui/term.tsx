import { Tooltip } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import styles from "./term.module.css";

interface TermProps {
  /** A key of `terms.json`, such as `epoch`; metrics are named by `MetricTerm`. */
  name: string;
  /** The word as it stands in the sentence; the term's own name when absent. */
  children?: ReactNode;
}

/** A term of art that explains itself on hover, focus or touch. */
export function Term({ name, children }: TermProps) {
  const { t } = useTranslation();
  return (
    <Explained meaning={t(`terms.${name}.meaning`)}>
      {children ?? t(`terms.${name}.name`)}
    </Explained>
  );
}

/** A word with its meaning, shown on hover, focus or touch. */
export function Explained({ meaning, children }: { meaning: string; children: ReactNode }) {
  return (
    <Tooltip title={meaning} trigger={["hover", "focus", "click"]}>
      <button type="button" className={styles.term}>
        {children}
      </button>
    </Tooltip>
  );
}
