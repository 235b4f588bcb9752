import { Tag } from "antd";
import { useTranslation } from "react-i18next";

import type { StudyState, TrialState } from "../types";

const TRIAL_COLORS: Partial<Record<TrialState, string>> = {
  running: "processing",
  complete: "success",
  pruned: "warning",
  failed: "error",
};
const STUDY_COLORS: Partial<Record<StudyState, string>> = {
  running: "processing",
  finished: "success",
  failed: "error",
};

/** What became of a trial, in a word. */
export function TrialStateTag({ state }: { state: TrialState }) {
  const { t } = useTranslation();
  return <Tag color={TRIAL_COLORS[state]}>{t(`tuning.trial.state.${state}`)}</Tag>;
}

/** Where a study stands, in a word. */
export function StudyStateTag({ state }: { state: StudyState }) {
  const { t } = useTranslation();
  return <Tag color={STUDY_COLORS[state]}>{t(`tuning.state.${state}`)}</Tag>;
}
