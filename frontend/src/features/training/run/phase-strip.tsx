import { useTranslation } from "react-i18next";

import type { Job } from "@/api/types";

import { PHASES, phaseStates } from "./phases";
import styles from "./run.module.css";

/** The parts of a run, and where it is. */
export function PhaseStrip({ job }: { job: Job }) {
  const { t } = useTranslation();
  const states = phaseStates(job);
  return (
    <ol className={styles.strip} aria-label={t("training.run.phases")}>
      {PHASES.map((phase) => (
        <li
          key={phase}
          className={`${styles.phase} ${styles[states[phase]] ?? ""}`}
          aria-current={states[phase] === "current" ? "step" : undefined}
        >
          {t(`training.phase.${phase}`)}
          <span className="visually-hidden"> {t(`training.phaseState.${states[phase]}`)}</span>
        </li>
      ))}
    </ol>
  );
}
