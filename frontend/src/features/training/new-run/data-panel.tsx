import { Select } from "antd";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stat";
import { Term } from "@/components/ui/term";
import { formatCount } from "@/i18n/format";

import type { DatasetVersion } from "../types";
import styles from "./new-run.module.css";

interface DataPanelProps {
  versions: DatasetVersion[];
  chosen: string[];
  /** A table is one sample, whose rows a run divides. */
  inTables: boolean;
  onChange: (versionIds: string[]) => void;
}

/** Which frozen data to train on. */
export function DataPanel({ versions, chosen, inTables, onChange }: DataPanelProps) {
  const { t, i18n } = useTranslation();
  const used = versions.filter(({ id }) => chosen.includes(id));
  const count = (value: number) => formatCount(value, i18n.language);
  const total = (part: "train" | "validation" | "test") =>
    used.reduce((sum, { counts }) => sum + counts[part].total, 0);
  return (
    <Panel title={t("training.new.data.title")}>
      <div className={styles.stack}>
        <Select
          mode="multiple"
          aria-label={t("training.new.data.choose")}
          placeholder={t("training.new.data.choose")}
          style={{ width: "100%" }}
          value={chosen}
          onChange={onChange}
          options={versions.map((version) => ({
            value: version.id,
            label: t("training.new.data.version", {
              dataset: version.dataset_name,
              number: version.number,
              count: version.num_samples,
            }),
          }))}
        />
        {used.length > 0 && inTables && (
          <p className={styles.muted}>{t("training.new.data.rows")}</p>
        )}
        {used.length > 0 && !inTables && (
          <Stats>
            <Stat
              label={<Term name="train" />}
              value={count(total("train"))}
              detail={t("training.new.data.labels", {
                count: new Set(used.flatMap(({ labels }) => labels.map(({ name }) => name))).size,
              })}
            />
            <Stat label={<Term name="validation" />} value={count(total("validation"))} />
            <Stat label={<Term name="test" />} value={count(total("test"))} />
          </Stats>
        )}
      </div>
    </Panel>
  );
}
