import { Select } from "antd";
import { useTranslation } from "react-i18next";

import type { DeploymentRevision } from "../../types";
import type { Pair } from "./compared";
import styles from "./comparison.module.css";

interface RevisionSelectsProps {
  revisions: readonly DeploymentRevision[];
  pair: Pair;
  onChange: (pair: Pair) => void;
}

/** Choose both revisions; to choose the one that the other has changes places. */
export function RevisionSelects({ revisions, pair, onChange }: RevisionSelectsProps) {
  const { t } = useTranslation();
  const [revision, other] = pair;
  const options = revisions.map(({ number, model_version: version }) => ({
    value: number,
    label: t("deployments.revisions.shareOf", {
      revision: number,
      name: version.model_name,
      number: version.number,
    }),
  }));
  return (
    <div className={styles.selects}>
      <Select
        aria-label={t("deployments.comparison.revision")}
        className={styles.select}
        value={revision}
        onChange={(next: number) => onChange([next, next === other ? revision : other])}
        options={options}
      />
      <span>{t("deployments.comparison.against")}</span>
      <Select
        aria-label={t("deployments.comparison.other")}
        className={styles.select}
        value={other}
        onChange={(next: number) => onChange([next === revision ? other : revision, next])}
        options={options}
      />
    </div>
  );
}
