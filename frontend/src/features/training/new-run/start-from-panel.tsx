import { Input, InputNumber, Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { useTaskCard } from "@/api/task-card";
import { metricText } from "@/components/metrics/metric";
import { metricKind } from "@/components/metrics/use-metric-kind";
import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";

import { weightsName } from "../weights";
import type { CatalogBackbone, ModelVersion } from "../types";
import { startsPretrained, type Draft } from "./draft";
import styles from "./new-run.module.css";

interface StartFromPanelProps {
  draft: Draft;
  backbone: CatalogBackbone;
  models: ModelVersion[];
  onChange: (changes: Partial<Draft>) => void;
}

// No model has such an id.
const WEIGHTS = "weights";
const SCRATCH = "scratch";

/** The run's name, what it starts from, and its seed. */
export function StartFromPanel({ draft, backbone, models, onChange }: StartFromPanelProps) {
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
            aria-label={t("training.new.run.from")}
            value={
              draft.initialModelVersionId ?? (startsPretrained(draft, backbone) ? WEIGHTS : SCRATCH)
            }
            onChange={(value: string) =>
              onChange({
                initialModelVersionId: value === WEIGHTS || value === SCRATCH ? null : value,
                fromScratch: value === SCRATCH && backbone.weights_available,
              })
            }
            options={[
              ...(backbone.weights_available
                ? [{ value: WEIGHTS, label: weightsName(t, backbone.weights) }]
                : []),
              { value: SCRATCH, label: t("training.new.run.fromNothing") },
              ...models.map((version) => ({
                value: version.id,
                label: `${version.model_name} v${version.number} · ${metricText(version.metric, metricKind(card, version.primary_metric).unit, i18n.language)}`,
              })),
            ]}
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
