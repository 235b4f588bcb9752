import { Input, Modal, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { ProblemAlert } from "@/components/ui/problem-alert";

import { useForkStudy } from "../api/use-change-study";
import { RangeEditor } from "../new-study/range-editor";
import { draftOf, rangeOf, rangeProblem, type RangeDraft } from "../new-study/range";
import { useSamplers } from "../new-study/samplers";
import type { SamplerKind, Study } from "../types";
import { useParameterTexts } from "../use-parameter-texts";
import { useScore } from "../use-score";
import { LimitField, LimitFields, type Limits } from "./limit-fields";
import styles from "./study.module.css";

const NEW_TRIALS = 20;

/** Begin another search with what this one knows: other ranges, another sampler. */
export function ForkDialog({ study, onClose }: { study: Study; onClose: () => void }) {
  const { t } = useTranslation();
  const texts = useParameterTexts();
  const samplers = useSamplers(false);
  const score = useScore(study);
  const navigate = useNavigate();
  const fork = useForkStudy(study.id);
  const [name, setName] = useState("");
  const [sampler, setSampler] = useState<SamplerKind>(study.sampler.kind);
  const [limits, setLimits] = useState<Limits>({
    maxTrials: study.max_trials ?? NEW_TRIALS,
    maxMinutes: null,
    targetScore: study.target_score,
  });
  const [ranges, setRanges] = useState<Record<string, RangeDraft>>(() =>
    Object.fromEntries(study.space.parameters.map(({ name, range }) => [name, draftOf(range)])),
  );
  const isWrong = Object.values(ranges).some((range) => rangeProblem(range) !== undefined);
  const submit = () =>
    fork.mutate(
      {
        ...(name.trim() === "" ? {} : { name: name.trim() }),
        ...(sampler === study.sampler.kind ? {} : { sampler: { kind: sampler } }),
        space: {
          parameters: study.space.parameters.map((parameter) => {
            const range = ranges[parameter.name];
            return range === undefined ? parameter : { ...parameter, range: rangeOf(range) };
          }),
        },
        max_trials: limits.maxTrials,
        max_minutes: limits.maxMinutes,
        target_score: limits.targetScore,
      },
      {
        onSuccess: (next) => {
          onClose();
          void navigate(`/projects/${study.project_id}/search/${next.id}`);
        },
      },
    );
  return (
    <Modal
      open
      width={640}
      title={t("tuning.fork.title")}
      okText={t("tuning.fork.submit")}
      okButtonProps={{ disabled: isWrong }}
      cancelText={t("ui.cancel")}
      confirmLoading={fork.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p>{t("tuning.fork.text")}</p>
      <div className={styles.fields}>
        <LimitField label={t("tuning.new.name")}>
          {(id) => (
            <Input
              id={id}
              maxLength={120}
              value={name}
              placeholder={t("tuning.new.namePlaceholder")}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </LimitField>
        <LimitField label={t("tuning.new.samplerTitle")}>
          {(id) => (
            <Select
              id={id}
              value={sampler}
              onChange={setSampler}
              options={samplers.map(({ key }) => ({
                value: key as SamplerKind,
                label: t(`tuning.sampler.${key}.name`),
              }))}
            />
          )}
        </LimitField>
        <LimitFields
          limits={limits}
          unit={score.unit}
          metric={score.name}
          trialsHelp={t("tuning.fork.trialsHelp")}
          onChange={(changes) => setLimits({ ...limits, ...changes })}
        />
        {study.space.parameters.map((parameter) => {
          const range = ranges[parameter.name];
          return (
            range && (
              <div key={parameter.name} className={styles.field}>
                <strong>{texts.name(parameter.name)}</strong>
                <RangeEditor
                  name={parameter.name}
                  range={range}
                  original={draftOf(parameter.range)}
                  onChange={(next) => setRanges({ ...ranges, [parameter.name]: next })}
                />
              </div>
            )
          );
        })}
      </div>
      <ProblemAlert error={fork.error} />
    </Modal>
  );
}
