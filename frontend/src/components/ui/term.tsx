import { Tooltip } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import styles from "./term.module.css";

interface TermProps {
  /** A key of `terms.json`, such as `epoch`. */
  name: string;
  /** The word as it stands in the sentence; the term's own name when absent. */
  children?: ReactNode;
}

/** A term of art that explains itself on hover, focus or touch. */
export function Term({ name, children }: TermProps) {
  const { t } = useTranslation();
  return (
    <Tooltip title={t(`terms.${name}.meaning`)} trigger={["hover", "focus", "click"]}>
      <button type="button" className={styles.term}>
        {children ?? t(`terms.${name}.name`)}
      </button>
    </Tooltip>
  );
}
