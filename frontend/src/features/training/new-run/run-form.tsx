import { useTranslation } from "react-i18next";

import type { useDataCheck } from "@/api/data-check";
import type { useEstimate } from "@/api/estimate";
import { useModelVersionChoice } from "@/api/model-versions";
import { agreementsAfter, withoutAgreements } from "@/components/options/accepted";
import { Panel } from "@/components/ui/panel";

import type { TableColumn } from "@/components/options/columns";
import type { OptionField } from "@/components/options/schema";
import type { Options } from "@/components/options/values";
import type { CatalogBackbone, CatalogTarget, CatalogTask, DatasetVersion, Target } from "../types";
import { isBuiltIn } from "../weights";
import { AugmentationPanel } from "./augmentation-panel";
import { CheckPanel } from "./check-panel";
import { ChoiceCards } from "./choice-cards";
import { DataPanel } from "./data-panel";
import { startsPretrained, type Draft } from "./draft";
import { OptionsPanel } from "./options-panel";
import { StartFromPanel } from "./start-from-panel";
import { TierPanel } from "./tier-panel";
import styles from "./new-run.module.css";

interface RunFormProps {
  projectId: string;
  draft: Draft;
  versions: DatasetVersion[];
  targets: CatalogTarget[];
  backbones: CatalogBackbone[];
  backbone: CatalogBackbone;
  fields: OptionField[];
  columns: readonly TableColumn[] | undefined;
  task: CatalogTask;
  check: ReturnType<typeof useDataCheck>;
  estimate: ReturnType<typeof useEstimate>;
  onChange: (changes: Partial<Draft>) => void;
}

/** The steps of a new run on the left, what the data check says on the right. */
export function RunForm(props: RunFormProps) {
  const { projectId, draft, versions, targets, backbones, backbone } = props;
  const { fields, columns, task, check, estimate, onChange } = props;
  const inTables = task.media === "table";
  const { t } = useTranslation();
  const models = useModelVersionChoice(projectId);
  // What is to be predicted, and from what: of a table that is asked before anything else.
  const meaning = inTables ? fields.filter(({ group }) => group === "data") : [];
  const augmentation = fields.filter(({ group }) => group === "augmentation");
  const others = fields.filter(
    (field) =>
      !meaning.includes(field) &&
      field.group !== "augmentation" &&
      (field.group !== "architecture" || field.path[0] === backbone.shape),
  );
  const options = {
    all: fields,
    columns,
    options: draft.options,
    onChange: (changed: Options) =>
      onChange({ options: agreementsAfter(draft.options, changed, fields) }),
  };
  return (
    <div className={styles.layout}>
      <div className={styles.steps}>
        <DataPanel
          task={task}
          options={draft.options}
          versions={versions}
          chosen={draft.versionIds}
          onChange={(versionIds) =>
            onChange({ versionIds, options: withoutAgreements(draft.options) })
          }
        />
        {meaning.length > 0 && (
          <OptionsPanel title={t("training.new.meaning.title")} fields={meaning} {...options} />
        )}
        <Panel title={t("training.new.target.title")}>
          <ChoiceCards
            label={t("training.new.target.title")}
            value={draft.target}
            onChange={(target) => onChange({ target })}
            choices={targets.map(({ key }) => ({
              key: key as Target,
              title: t(`training.target.${key}.name`, { defaultValue: key }),
              text: t(`training.target.${key}.text`, { defaultValue: "" }),
            }))}
          />
        </Panel>
        <TierPanel
          backbones={backbones}
          estimates={estimate.data?.backbones}
          isEstimating={estimate.isFetching}
          chosen={backbone}
          isFromBuiltIn={startsPretrained(draft, backbone) && isBuiltIn(backbone.weights)}
          inTables={inTables}
          onChange={(tier, key) => onChange({ tier, backbone: key })}
        />
        <OptionsPanel title={t("training.new.options.title")} fields={others} {...options} />
        {augmentation.length > 0 && (
          <AugmentationPanel
            fields={augmentation}
            options={draft.options}
            versionId={draft.versionIds[0]}
            onChange={(options) => onChange({ options })}
          />
        )}
      </div>
      <aside className={styles.aside}>
        <CheckPanel
          check={check}
          projectId={projectId}
          options={draft.options}
          onChange={(options) => onChange({ options })}
        />
        <StartFromPanel
          draft={draft}
          backbone={backbone}
          models={models.data?.results ?? []}
          onChange={onChange}
        />
      </aside>
    </div>
  );
}
