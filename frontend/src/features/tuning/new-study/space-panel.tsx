import { Button, Collapse, Select, Switch } from "antd";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";

import type { CatalogBackbone, SearchableSpace } from "../types";
import { useParameterTexts } from "../use-parameter-texts";
import type { StudyDraft } from "./draft";
import { BACKBONE, type Edit, type Row } from "./range";
import { RangeEditor } from "./range-editor";
import styles from "./new-study.module.css";

interface SpacePanelProps {
  draft: StudyDraft;
  rows: readonly Row[];
  backbones: readonly CatalogBackbone[];
  defaults: SearchableSpace["defaults"];
  /** What the server said of parameters, by name. */
  refusals: Readonly<Record<string, string>>;
  onChange: (changes: Partial<StudyDraft>) => void;
}

/** Networks to choose between, and what else is varied in which range. */
export function SpacePanel(props: SpacePanelProps) {
  const { draft, rows, backbones, defaults, refusals, onChange } = props;
  const { t } = useTranslation();
  const texts = useParameterTexts();
  const edit = (name: string, changes: Edit) =>
    onChange({ edits: { ...draft.edits, [name]: { ...draft.edits[name], ...changes } } });
  const shown = rows.filter(({ name }) => name !== BACKBONE);
  const others = shown.filter(({ isSuggested }) => !isSuggested);
  const suggested = shown.filter(({ isSuggested }) => isSuggested);
  const shapes = backbones.flatMap(({ shape }) => shape ?? []);
  const isShape = ({ name }: Row) => shapes.some((shape) => name.startsWith(`${shape}.`));
  const architecture = suggested.filter(isShape);
  const line = (row: Row) => (
    <ParameterRow
      key={row.name}
      row={row}
      first={defaultText(draft, row.name, defaults, texts.value, t)}
      refusal={refusals[row.name]}
      onEdit={(changes) => edit(row.name, changes)}
    />
  );
  const hasEdits = Object.keys(draft.edits).length > 0;
  return (
    <Panel
      title={<Term name="search_space">{t("tuning.space.title")}</Term>}
      extra={
        hasEdits && (
          <Button size="small" onClick={() => onChange({ edits: {} })}>
            {t("tuning.space.reset")}
          </Button>
        )
      }
    >
      <p className={styles.muted}>{t("tuning.space.hint")}</p>
      <div className={styles.rows}>
        <div className={styles.row}>
          <span />
          <div>
            <span className={styles.rowName}>{texts.name(BACKBONE)}</span>
            <p className={styles.muted}>{t("tuning.space.backboneHelp")}</p>
          </div>
          <div className={styles.range}>
            <Select
              mode="multiple"
              aria-label={t("tuning.space.backbones")}
              value={draft.backbones}
              onChange={(chosen: string[]) => chosen.length > 0 && onChange({ backbones: chosen })}
              options={backbones.map(({ key }) => ({
                value: key,
                label: texts.value(BACKBONE, key),
              }))}
            />
            {refusals[BACKBONE] !== undefined && (
              <p className={styles.wrong} role="alert">
                {refusals[BACKBONE]}
              </p>
            )}
          </div>
        </div>
        {suggested.filter((row) => !isShape(row)).map(line)}
      </div>
      {architecture.length > 0 && (
        <section className={styles.architecture}>
          <h3 className={styles.rowName}>{t("tuning.space.architecture")}</h3>
          <p className={styles.muted}>{t("tuning.space.architectureHint")}</p>
          <div className={styles.rows}>{architecture.map(line)}</div>
        </section>
      )}
      {others.length > 0 && (
        <Collapse
          ghost
          items={[
            {
              key: "others",
              label: t("tuning.space.others", {
                count: others.length,
                varied: others.filter(({ isVaried }) => isVaried).length,
              }),
              children: <div className={styles.rows}>{others.map(line)}</div>,
            },
          ]}
        />
      )}
    </Panel>
  );
}

interface ParameterRowProps {
  row: Row;
  /** What it is in the first trial. */
  first: string;
  refusal: string | undefined;
  onEdit: (changes: Edit) => void;
}

/** One parameter: whether it is varied, and in which range. */
function ParameterRow({ row, first, refusal, onEdit }: ParameterRowProps) {
  const { t } = useTranslation();
  const texts = useParameterTexts();
  return (
    <div className={styles.row}>
      <Switch
        size="small"
        aria-label={t("tuning.space.vary", { name: texts.name(row.name) })}
        checked={row.isVaried}
        onChange={(isVaried) => onEdit({ isVaried })}
      />
      <div>
        <span className={styles.rowName}>{texts.name(row.name)}</span>
        <p className={styles.muted}>{texts.help(row.name)}</p>
      </div>
      <div className={styles.range}>
        {row.isVaried ? (
          <RangeEditor
            name={row.name}
            range={row.range}
            original={row.original}
            refusal={refusal}
            onChange={(range) => onEdit({ range })}
          />
        ) : (
          <p className={styles.muted}>{t("tuning.space.stays")}</p>
        )}
        <p className={styles.muted}>
          {t("tuning.space.default", { value: first })}
          {row.isVaried && row.when != null && (
            <>
              {" · "}
              {t("tuning.space.only", {
                values: row.when.values
                  .map((value) => texts.value(row.when?.parameter ?? "", value))
                  .join(", "),
              })}
            </>
          )}
        </p>
      </div>
    </div>
  );
}

/** What a parameter is in the first trial: as the form has it, or the task. */
function defaultText(
  draft: StudyDraft,
  name: string,
  defaults: SearchableSpace["defaults"],
  write: (name: string, value: unknown) => string,
  t: (key: string) => string,
): string {
  const own = name
    .split(".")
    .reduce<unknown>(
      (node, step) => (node as Record<string, unknown> | undefined)?.[step],
      draft.options,
    );
  const value = own ?? defaults[name];
  return value == null || value === "auto" ? t("training.automatic") : write(name, value);
}
