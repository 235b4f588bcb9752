import { InputNumber } from "antd";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";

import { LimitField } from "../study/limit-fields";
import { numRounds } from "../study/rounds";
import { ChoiceList } from "./choice-list";
import { withMode, type PopulationDraft, type StudyDraft } from "./draft";
import styles from "./new-study.module.css";

interface ModePanelProps {
  draft: StudyDraft;
  onChange: (changes: Partial<StudyDraft>) => void;
}

const MODES = ["full", "population"] as const;

/** Whether each trial learns from scratch or goes on from a better one. */
export function ModePanel({ draft, onChange }: ModePanelProps) {
  const { t } = useTranslation();
  return (
    <Panel title={<Term name="population">{t("tuning.mode.title")}</Term>}>
      <div className={styles.stack}>
        <ChoiceList
          label={t("tuning.mode.title")}
          value={draft.population === null ? "full" : "population"}
          onChange={(mode) => onChange(withMode(mode === "population"))}
          choices={MODES.map((key) => ({
            key,
            name: t(`tuning.mode.${key}.name`),
            text: t(`tuning.mode.${key}.text`),
          }))}
        />
        {draft.population !== null && (
          <PopulationFields
            population={draft.population}
            maxTrials={draft.maxTrials}
            onChange={onChange}
          />
        )}
      </div>
    </Panel>
  );
}

interface PopulationFieldsProps {
  population: PopulationDraft;
  maxTrials: number | null;
  onChange: ModePanelProps["onChange"];
}

/** Members, rounds and epochs; trials are members times rounds. */
function PopulationFields({ population, maxTrials, onChange }: PopulationFieldsProps) {
  const { t } = useTranslation();
  const rounds = maxTrials === null ? null : numRounds(maxTrials, population.size);
  const fields = [
    {
      key: "size",
      minimum: 2,
      maximum: 64,
      value: population.size,
      change: (size: number) => ({
        population: { ...population, size },
        maxTrials: rounds === null ? null : rounds * size,
      }),
    },
    {
      key: "rounds",
      minimum: 1,
      maximum: 150,
      value: rounds,
      change: (count: number) => ({ maxTrials: count * population.size }),
    },
    {
      key: "interval",
      minimum: 1,
      maximum: 1000,
      value: population.interval,
      change: (interval: number) => ({ population: { ...population, interval } }),
    },
    {
      key: "quantile",
      minimum: 0.05,
      maximum: 0.5,
      value: population.quantile,
      change: (quantile: number) => ({ population: { ...population, quantile } }),
    },
  ];
  return (
    <div className={styles.fields}>
      {fields.map(({ key, minimum, maximum, value, change }) => (
        <LimitField
          key={key}
          label={t(`tuning.mode.field.${key}.name`)}
          help={t(`tuning.mode.field.${key}.help`)}
        >
          {(id) => (
            <InputNumber
              id={id}
              min={minimum}
              max={maximum}
              style={{ width: "100%" }}
              {...(key === "quantile" ? { step: 0.05 } : { precision: 0 })}
              value={value}
              onChange={(given) => given !== null && onChange(change(given))}
            />
          )}
        </LimitField>
      ))}
    </div>
  );
}
