import { Input, InputNumber, Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { useTaskCard } from "@/api/task-card";
import { metricText } from "@/components/metrics/metric";
import { metricKind } from "@/components/metrics/use-metric-kind";
import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";

import type { ModelVersion } from "../types";
import type { Draft } from "./draft";
import styles from "./new-run.module.css";

interface StartFromPanelProps {
  draft: Draft;
  models: ModelVersion[];
  onChange: (changes: Partial<Draft>) => void;
}

/** The run's name, the model it goes on from, and its seed. */
export function StartFromPanel({ draft, models, onChange }: StartFromPanelProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const card = useTaskCard(models[0]?.task);
  return (
    <Panel title={t("training.new.run.title")}>
      <div className={styles.fields}>
        <div className={styles.field}>
          <label htmlFor={`${id}-name`}>{t("training.new.run.name")}</label>
          <Input
            id={`${id}-name`}
            maxLength={120}
            value={draft.name}
            placeholder={t("training.new.run.namePlaceholder")}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </div>
        <div className={styles.field}>
          <span className={styles.fieldName}>
            <Term name="incremental_training">{t("training.new.run.from")}</Term>
          </span>
          <Select
            allowClear
            aria-label={t("training.new.run.from")}
            placeholder={t("training.new.run.fromNothing")}
            value={draft.initialModelVersionId}
            onChange={(value: string | undefined) =>
              onChange({ initialModelVersionId: value ?? null })
            }
            options={models.map((version) => ({
              value: version.id,
              label: `${version.model_name} v${version.number} · ${metricText(version.metric, metricKind(card, version.primary_metric).unit, i18n.language)}`,
            }))}
          />
        </div>
        <div className={styles.field}>
          <span className={styles.fieldName}>
            <Term name="seed" />
          </span>
          <InputNumber
            aria-label={t("training.new.run.seed")}
            min={0}
            precision={0}
            value={draft.seed}
            onChange={(seed) => onChange({ seed: seed ?? 0 })}
          />
        </div>
      </div>
    </Panel>
  );
}
