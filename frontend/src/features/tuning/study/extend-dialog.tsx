import { InputNumber, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/ui/problem-alert";

import { useExtendStudy } from "../api/use-change-study";
import type { Study } from "../types";
import { useScore } from "../use-score";
import { LimitField, LimitFields, type Limits } from "./limit-fields";
import { numEnded } from "./progress";
import styles from "./study.module.css";

const MORE_TRIALS = 20;
const MAX_PARALLEL = 64;

/** Give a search new limits, while it goes on or after its end. */
export function ExtendDialog({ study, onClose }: { study: Study; onClose: () => void }) {
  const { t } = useTranslation();
  const score = useScore(study);
  const extend = useExtendStudy(study.id);
  const [parallel, setParallel] = useState(study.num_parallel);
  const [limits, setLimits] = useState<Limits>({
    maxTrials: study.max_trials === null ? null : study.max_trials + MORE_TRIALS,
    maxMinutes: study.max_minutes,
    targetScore: study.target_score,
  });
  const submit = () =>
    extend.mutate(
      {
        max_trials: limits.maxTrials,
        max_minutes: limits.maxMinutes,
        target_score: limits.targetScore,
        num_parallel: parallel,
      },
      { onSuccess: onClose },
    );
  return (
    <Modal
      open
      title={t("tuning.extend.title")}
      okText={t("tuning.extend.submit")}
      cancelText={t("ui.cancel")}
      confirmLoading={extend.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p>{t("tuning.extend.text")}</p>
      <div className={styles.fields}>
        <LimitFields
          limits={limits}
          unit={score.unit}
          metric={score.name}
          trialsHelp={t("tuning.extend.trialsHelp", { count: numEnded(study) })}
          onChange={(changes) => setLimits({ ...limits, ...changes })}
        />
        <LimitField label={t("tuning.new.parallel")}>
          {(id) => (
            <InputNumber
              id={id}
              min={1}
              max={MAX_PARALLEL}
              precision={0}
              style={{ width: "100%" }}
              value={parallel}
              onChange={(value) => setParallel(value ?? 1)}
            />
          )}
        </LimitField>
      </div>
      <ProblemAlert error={extend.error} />
    </Modal>
  );
}
