import { Collapse, InputNumber, Tag } from "antd";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";

import { LimitField } from "../study/limit-fields";
import { ChoiceList } from "./choice-list";
import { PRUNERS, type StudyDraft } from "./draft";
import type { SamplerKind } from "../types";
import { SamplerFields } from "./sampler-fields";
import { DEFAULT_SAMPLER, PRUNER_FIELDS, samplerFields, useSamplers } from "./samplers";
import styles from "./new-study.module.css";

interface MethodPanelProps {
  draft: StudyDraft;
  onChange: (changes: Partial<StudyDraft>) => void;
}

const MAX_SEED = 2 ** 31 - 1;

/** How the next settings are chosen, and when a hopeless trial is stopped. */
export function MethodPanel({ draft, onChange }: MethodPanelProps) {
  const { t } = useTranslation();
  const { sampler, pruner, population } = draft;
  const samplers = useSamplers(population !== null);
  return (
    <>
      <Panel title={<Term name="sampler">{t("tuning.new.samplerTitle")}</Term>}>
        <ChoiceList
          label={t("tuning.new.samplerTitle")}
          value={sampler.kind}
          onChange={(kind) => onChange({ sampler: { kind: kind as SamplerKind, numbers: {} } })}
          choices={samplers.map(({ key }) => ({
            key,
            name: (
              <>
                {t(`tuning.sampler.${key}.name`)}{" "}
                {key === DEFAULT_SAMPLER && <Tag color="blue">{t("tuning.new.recommended")}</Tag>}
              </>
            ),
            text:
              population === null
                ? t(`tuning.sampler.${key}.text`)
                : t(`tuning.mode.sampler.${key}`),
          }))}
        />
      </Panel>
      <Panel title={<Term name="pruning">{t("tuning.new.prunerTitle")}</Term>}>
        {population === null ? (
          <ChoiceList
            label={t("tuning.new.prunerTitle")}
            value={pruner.kind}
            onChange={(kind) => onChange({ pruner: { kind, numbers: {} } })}
            choices={PRUNERS.map((key) => ({
              key,
              name: t(`tuning.pruner.${key}.name`),
              text: t(`tuning.pruner.${key}.text`),
            }))}
          />
        ) : (
          <p className={styles.muted}>{t("tuning.mode.noPruner")}</p>
        )}
        <Collapse
          ghost
          style={{ marginTop: 8 }}
          items={[
            {
              key: "expert",
              label: t("tuning.new.expert"),
              children: (
                <div className={styles.stack}>
                  <SamplerFields
                    fields={samplerFields(samplers.find(({ key }) => key === sampler.kind))}
                    numbers={sampler.numbers}
                    onChange={(numbers) => onChange({ sampler: { ...sampler, numbers } })}
                  />
                  <SamplerFields
                    fields={PRUNER_FIELDS[pruner.kind]}
                    numbers={pruner.numbers}
                    onChange={(numbers) => onChange({ pruner: { ...pruner, numbers } })}
                  />
                  <div className={styles.fields}>
                    <LimitField label={t("training.new.run.seed")} help={t("tuning.new.seedHelp")}>
                      {(id) => (
                        <InputNumber
                          id={id}
                          min={0}
                          max={MAX_SEED}
                          precision={0}
                          style={{ width: "100%" }}
                          value={draft.seed}
                          onChange={(seed) => onChange({ seed: seed ?? 0 })}
                        />
                      )}
                    </LimitField>
                  </div>
                </div>
              ),
            },
          ]}
        />
      </Panel>
    </>
  );
}
