import { Input, InputNumber } from "antd";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";

import { LimitField, LimitFields } from "../study/limit-fields";
import type { Score } from "../use-score";
import type { StudyDraft } from "./draft";
import styles from "./new-study.module.css";

interface BudgetPanelProps {
  draft: StudyDraft;
  score: Score;
  onChange: (changes: Partial<StudyDraft>) => void;
}

const MAX_PARALLEL = 64;

/** When the search ends, and how many trials run at once. */
export function BudgetPanel({ draft, score, onChange }: BudgetPanelProps) {
  const { t } = useTranslation();
  const hasNoLimit = draft.maxTrials === null && draft.maxMinutes === null;
  return (
    <Panel title={t("tuning.new.budget")}>
      <div className={styles.fields}>
        <LimitFields limits={draft} unit={score.unit} metric={score.name} onChange={onChange} />
        <LimitField label={t("tuning.new.latencyLimit")} help={t("tuning.new.latencyLimitHelp")}>
          {(id) => (
            <InputNumber
              id={id}
              min={0.001}
              max={1e6}
              style={{ width: "100%" }}
              placeholder={t("tuning.new.noLatencyLimit")}
              value={draft.latencyLimit}
              onChange={(latencyLimit) => onChange({ latencyLimit })}
            />
          )}
        </LimitField>
        <LimitField label={t("tuning.new.parallel")} help={t("tuning.new.parallelHelp")}>
          {(id) => (
            <InputNumber
              id={id}
              min={1}
              max={MAX_PARALLEL}
              precision={0}
              style={{ width: "100%" }}
              value={draft.numParallel}
              onChange={(value) => onChange({ numParallel: value ?? 1 })}
            />
          )}
        </LimitField>
        <LimitField label={t("tuning.new.name")}>
          {(id) => (
            <Input
              id={id}
              maxLength={120}
              value={draft.name}
              placeholder={t("tuning.new.namePlaceholder")}
              onChange={({ target }) => onChange({ name: target.value })}
            />
          )}
        </LimitField>
      </div>
      {hasNoLimit && (
        <p className={styles.wrong} role="alert">
          {t("tuning.new.problem.no_limit")}
        </p>
      )}
    </Panel>
  );
}
