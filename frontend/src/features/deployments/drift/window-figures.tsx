import { useTranslation } from "react-i18next";

import { Stat, Stats } from "@/components/ui/stat";
import { formatCount } from "@/i18n/format";

import type { DriftWindowReport } from "../types";
import styles from "./drift.module.css";

/** How many calls a window is of, and what it was compared with. */
export function WindowFigures({ report }: { report: DriftWindowReport }) {
  const { t, i18n } = useTranslation();
  const count = (value: number) => formatCount(value, i18n.language);
  const { window, num_reference, features } = report;
  const { num_calls, num_measured, num_compared, num_drifted } = window;
  return (
    <>
      <Stats>
        <Stat label={t("drift.figure.calls")} value={count(num_calls)} />
        <Stat label={t("drift.figure.compared")} value={count(num_compared)} />
        {num_reference !== null && (
          <Stat label={t("drift.figure.reference")} value={count(num_reference)} />
        )}
        {features.length > 0 && (
          <Stat
            label={t("drift.figure.drifted")}
            value={count(num_drifted)}
            detail={t("drift.figure.ofFeatures", { num: count(features.length) })}
            tone={num_drifted > 0 ? "warn" : "ok"}
          />
        )}
      </Stats>
      {num_measured < num_calls && (
        <p className={styles.muted}>
          {t("drift.figure.sampled", { measured: count(num_measured), all: count(num_calls) })}
        </p>
      )}
    </>
  );
}
