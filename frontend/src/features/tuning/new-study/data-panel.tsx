import { Select, Slider } from "antd";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { useVersionLabel } from "@/components/versions/version-label";
import { formatPercent } from "@/i18n/format";

import { LimitField } from "../study/limit-fields";
import type { CatalogTarget, DatasetVersion, Target } from "../types";
import type { StudyDraft } from "./draft";
import styles from "./new-study.module.css";

interface DataPanelProps {
  draft: StudyDraft;
  versions: DatasetVersion[];
  targets: CatalogTarget[];
  /** A part of the samples is less data; of a table it is not. */
  hasFraction: boolean;
  onChange: (changes: Partial<StudyDraft>) => void;
}

const SMALLEST_PERCENT = 10;

/** Which frozen data is searched on, how much of it, and where the model will run. */
export function DataPanel({ draft, versions, targets, hasFraction, onChange }: DataPanelProps) {
  const { t, i18n } = useTranslation();
  const label = useVersionLabel();
  return (
    <Panel title={t("tuning.new.data")}>
      <div className={styles.fields}>
        <LimitField label={t("tuning.new.version")}>
          {(id) => (
            <Select
              id={id}
              mode="multiple"
              placeholder={t("tuning.new.chooseVersion")}
              value={draft.versionIds}
              onChange={(versionIds: string[]) => onChange({ versionIds })}
              options={versions.map((version) => ({
                value: version.id,
                label: label(version),
              }))}
            />
          )}
        </LimitField>
        <LimitField label={t("training.new.target.title")}>
          {(id) => (
            <Select
              id={id}
              value={draft.target}
              onChange={(target: Target) => onChange({ target, backbones: [] })}
              options={targets.map(({ key }) => ({
                value: key,
                label: t(`training.target.${key}.name`, { defaultValue: key }),
              }))}
            />
          )}
        </LimitField>
        {hasFraction && (
          <LimitField
            label={t("tuning.new.fraction", {
              share: formatPercent(draft.dataFraction, i18n.language, 0),
            })}
            help={t("tuning.new.fractionHelp")}
          >
            {(id) => (
              <Slider
                id={id}
                min={SMALLEST_PERCENT}
                step={5}
                ariaLabelForHandle={t("tuning.new.fraction", {
                  share: formatPercent(draft.dataFraction, i18n.language, 0),
                })}
                tooltip={{ formatter: (value) => `${value}%` }}
                value={Math.round(draft.dataFraction * 100)}
                onChange={(percent) => onChange({ dataFraction: percent / 100 })}
              />
            )}
          </LimitField>
        )}
      </div>
    </Panel>
  );
}
