import { Button, Collapse } from "antd";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";

import { byGroup, type OptionField } from "@/components/options/schema";
import type { TableColumn } from "@/components/options/columns";
import { keyOf, numChanged, valueOf, withValue, type Options } from "@/components/options/values";
import { OptionControl } from "./option-control";
import styles from "./new-run.module.css";

interface OptionsPanelProps {
  title: string;
  /** Those of this panel. */
  fields: OptionField[];
  /** Those of the whole form: a column that one names may be taken for all others. */
  all: OptionField[];
  options: Options;
  /** The columns that options may name, where the data is a table. */
  columns: readonly TableColumn[] | undefined;
  onChange: (options: Options) => void;
}

/** Some of the task's options; those that seldom matter wait in the expert fold. */
export function OptionsPanel(props: OptionsPanelProps) {
  const { title, fields, all, options, columns, onChange } = props;
  const { t } = useTranslation();
  const everyday = fields.filter(({ expert }) => !expert);
  const expert = fields.filter((field) => field.expert);
  const changed = numChanged(options, fields);
  const grid = (shown: OptionField[]) => (
    <div className={styles.fields}>
      {shown.map((field) => (
        <OptionControl
          key={keyOf(field)}
          field={field}
          value={valueOf(options, field)}
          table={columns && { columns, options, fields: all }}
          onChange={(value) => onChange(withValue(options, field, value))}
        />
      ))}
    </div>
  );
  const reset = () =>
    onChange(fields.reduce((kept, field) => withValue(kept, field, field.fallback), options));
  return (
    <Panel
      title={title}
      extra={
        changed > 0 && (
          <Button size="small" onClick={reset}>
            {t("training.new.options.reset", { count: changed })}
          </Button>
        )
      }
    >
      {grid(everyday)}
      {expert.length > 0 && (
        <Collapse
          ghost
          style={{ marginTop: 8 }}
          items={[
            {
              key: "expert",
              label: t("training.new.options.expert"),
              children: [...byGroup(expert)].map(([group, members]) => (
                <section key={group}>
                  <h3 className={styles.group}>{t(`training.group.${group}`)}</h3>
                  {grid(members)}
                </section>
              )),
            },
          ]}
        />
      )}
    </Panel>
  );
}
