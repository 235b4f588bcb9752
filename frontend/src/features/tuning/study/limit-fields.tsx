import { InputNumber } from "antd";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { MetricUnit } from "@/components/metrics/metric";

import styles from "./study.module.css";

/** When a search ends: at the first limit that is reached; `null` where there is none. */
export interface Limits {
  maxTrials: number | null;
  maxMinutes: number | null;
  targetScore: number | null;
}

interface LimitFieldsProps {
  limits: Limits;
  unit: MetricUnit;
  metric: string;
  /** What a limit of trials counts, where that is not plain. */
  trialsHelp?: string;
  onChange: (changes: Partial<Limits>) => void;
}

/** Trials, minutes and a score that is good enough. */
export function LimitFields({ limits, unit, metric, trialsHelp, onChange }: LimitFieldsProps) {
  const { t } = useTranslation();
  const scale = unit === "share" ? 100 : 1;
  return (
    <>
      <LimitField label={t("tuning.new.maxTrials")} help={trialsHelp}>
        {(id) => (
          <InputNumber
            id={id}
            min={1}
            max={10_000}
            precision={0}
            style={{ width: "100%" }}
            placeholder={t("tuning.new.unlimited")}
            value={limits.maxTrials}
            onChange={(maxTrials) => onChange({ maxTrials })}
          />
        )}
      </LimitField>
      <LimitField label={t("tuning.new.maxMinutes")}>
        {(id) => (
          <InputNumber
            id={id}
            min={1}
            max={100_000}
            precision={0}
            style={{ width: "100%" }}
            placeholder={t("tuning.new.unlimited")}
            value={limits.maxMinutes}
            onChange={(maxMinutes) => onChange({ maxMinutes })}
          />
        )}
      </LimitField>
      <LimitField
        label={t("tuning.new.targetScore")}
        help={t("tuning.new.targetScoreHelp", { metric })}
      >
        {(id) => (
          <InputNumber
            id={id}
            style={{ width: "100%" }}
            suffix={unit === "share" ? "%" : undefined}
            placeholder={t("tuning.new.noTarget")}
            value={
              limits.targetScore === null
                ? null
                : Number((limits.targetScore * scale).toPrecision(12))
            }
            onChange={(score) => onChange({ targetScore: score === null ? null : score / scale })}
          />
        )}
      </LimitField>
    </>
  );
}

interface LimitFieldProps {
  label: string;
  help?: string | undefined;
  children: (id: string) => ReactNode;
}

/** A field under its name, with a line of help. */
export function LimitField({ label, help, children }: LimitFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {help !== undefined && <p className={styles.muted}>{help}</p>}
    </div>
  );
}
