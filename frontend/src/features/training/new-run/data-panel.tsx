import { Select } from "antd";
import { useTranslation } from "react-i18next";

import type { Options } from "@/components/options/values";
import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stat";
import { Term } from "@/components/ui/term";
import { useVersionLabel } from "@/components/versions/version-label";
import { formatCount } from "@/i18n/format";

import type { CatalogTask, DatasetVersion } from "../types";
import { dividedRows, SPLITS } from "./divided-rows";
import styles from "./new-run.module.css";

interface DataPanelProps {
  versions: DatasetVersion[];
  chosen: string[];
  task: CatalogTask;
  options: Options;
  onChange: (versionIds: string[]) => void;
}

/** Which frozen data to train on, and how much of it there is in each part. */
export function DataPanel({ versions, chosen, task, options, onChange }: DataPanelProps) {
  const { t } = useTranslation();
  const label = useVersionLabel();
  const used = versions.filter(({ id }) => chosen.includes(id));
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
          options={versions.map((version) => ({ value: version.id, label: label(version) }))}
        />
        {used.length > 0 &&
          (task.media === "table" ? (
            <Rows {...{ used, task, options }} />
          ) : (
            <Samples used={used} />
          ))}
      </div>
    </Panel>
  );
}

function Samples({ used }: { used: DatasetVersion[] }) {
  const { t, i18n } = useTranslation();
  const total = (part: (typeof SPLITS)[number]) =>
    formatCount(
      used.reduce((sum, { counts }) => sum + counts[part].total, 0),
      i18n.language,
    );
  const labels = new Set(used.flatMap(({ labels }) => labels.map(({ name }) => name)));
  return (
    <Stats>
      <Stat
        label={<Term name="train" />}
        value={total("train")}
        detail={t("training.new.data.labels", { count: labels.size })}
      />
      <Stat label={<Term name="validation" />} value={total("validation")} />
      <Stat label={<Term name="test" />} value={total("test")} />
    </Stats>
  );
}

/** A table is one sample: what counts are its rows, which the run divides by itself. */
function Rows(props: { used: DatasetVersion[]; task: CatalogTask; options: Options }) {
  const { used, task, options } = props;
  const { t, i18n } = useTranslation();
  const rows = dividedRows(used, task);
  const bySplitColumn = typeof options["split_column"] === "string";
  return (
    <>
      {rows !== undefined && (
        <Stats>
          <Stat
            label={t("training.new.data.numRows")}
            value={formatCount(rows.total, i18n.language)}
          />
          {!bySplitColumn &&
            SPLITS.map((split) => (
              <Stat
                key={split}
                label={<Term name={split} />}
                value={`${rows.isNamed ? "" : "≈ "}${formatCount(rows[split], i18n.language)}`}
              />
            ))}
        </Stats>
      )}
      <p className={styles.muted}>
        {t(
          `training.new.data.${bySplitColumn ? "rowsByColumn" : rows?.isNamed ? "rowsNamed" : "rows"}`,
          { column: options["split_column"] },
        )}
      </p>
    </>
  );
}
