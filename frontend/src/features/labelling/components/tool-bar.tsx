import { RedoOutlined } from "@ant-design/icons";
import { Button, Radio, Tag } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useProjectId } from "@/api/project";
import { hasFilters, NO_FILTERS, searchOf, writeFilters } from "@/api/sample-filters";
import { commandKey } from "@/components/ui/keyboard";
import { KeyHints } from "@/components/ui/key-hints";
import { useAddress } from "@/components/ui/use-address";

import styles from "../labelling.module.css";
import type { ModeProps } from "../labelling-page";
import { imageKeys } from "../model/image-keys";
import { useNumLabelled } from "../use-num-labelled";
import { SaveState } from "./save-state";
import { SuggestMenu } from "./suggest-menu";
import { SessionProgress, type Progress } from "./session-progress";

type ToolBarProps = Omit<ModeProps, "labelling"> & {
  labelling: Progress;
  /** Whether there are several ways to work; editors show one sample at a time. */
  hasModes?: boolean;
  onUndo: () => void;
  onRedo?: () => void;
};

/** Way back, progress and speed, mode and scope, and whether everything is saved. */
export function ToolBar(props: ToolBarProps) {
  const {
    dataset,
    labelling,
    queue,
    mode,
    scope,
    onChange,
    onUndo,
    onRedo,
    hasModes = true,
  } = props;
  const { t } = useTranslation();
  const projectId = useProjectId();
  const numLabelled = useNumLabelled(dataset, queue, labelling);
  const command = commandKey();
  return (
    <header className={styles.bar}>
      <Link to={`/projects/${projectId}/data/${dataset.id}/browse?${searchOf(props.filters)}`}>
        <Button tabIndex={-1}>{t("labelling.leave")}</Button>
      </Link>
      <h1 className={styles.title}>{dataset.name}</h1>
      {hasFilters(props.filters) && <FilteredNote {...props} />}
      <SessionProgress dataset={dataset} queue={queue} labelling={labelling} scope={scope} />
      <SaveState status={labelling.status} onRetry={labelling.retryNow} />
      <Button className={styles.wide} disabled={!labelling.canUndo} onClick={onUndo}>
        {t("labelling.undo")}
      </Button>
      {onRedo !== undefined && (
        <Button
          className={styles.wide}
          disabled={!labelling.canRedo}
          icon={<RedoOutlined />}
          aria-label={t("labelling.redo")}
          title={t("labelling.redo")}
          onClick={onRedo}
        />
      )}
      <Radio.Group
        optionType="button"
        buttonStyle="solid"
        aria-label={t("labelling.scope.title")}
        value={scope}
        onChange={(event) => onChange({ scope: event.target.value as ModeProps["scope"] })}
        options={(["unlabelled", "all"] as const).map((value) => ({
          value,
          label: t(`labelling.scope.${value}`),
        }))}
      />
      <SuggestMenu
        card={props.card}
        dataset={dataset}
        labels={props.labels}
        numLabelled={numLabelled}
        mayLabel={props.mayLabel}
        order={props.order}
        onOrder={(order) => onChange({ order })}
      />
      {hasModes && (
        <Radio.Group
          optionType="button"
          buttonStyle="solid"
          aria-label={t("labelling.mode.title")}
          value={mode}
          onChange={(event) => onChange({ mode: event.target.value as ModeProps["mode"] })}
          options={(["single", "batch", "suggested"] as const).map((value) => ({
            value,
            label: t(`labelling.mode.${value}`),
          }))}
        />
      )}
      <KeyHints
        hints={[
          { keys: ["1–9", "0", "A–Z"], meaning: t("labelling.keys.label") },
          { keys: ["Space"], meaning: t(`labelling.keys.space.${mode}`) },
          { keys: ["←", "→"], meaning: t(`labelling.keys.arrows.${mode}`) },
          { keys: ["Backspace"], meaning: t("labelling.keys.clear") },
          ...(dataset.multi_label ? [{ keys: [","], meaning: t("labelling.keys.none") }] : []),
          { keys: [command, "Z"], meaning: t("labelling.keys.undo") },
          { keys: [command, "Y"], meaning: t("labelling.keys.redo") },
          ...(hasModes
            ? []
            : [
                { keys: [command, "C"], meaning: t("labelling.keys.copy") },
                { keys: [command, "V"], meaning: t("labelling.keys.paste") },
              ]),
          { keys: ["Shift", "Enter"], meaning: t("labelling.keys.accept") },
          ...(mode === "suggested"
            ? []
            : [{ keys: ["Shift", "Backspace"], meaning: t("labelling.keys.reject") }]),
          ...(hasModes
            ? []
            : [
                { keys: ["Shift", "← →"], meaning: t("labelling.keys.annotations") },
                { keys: ["Shift", "Space"], meaning: t("labelling.keys.acceptOne") },
              ]),
          { keys: ["/"], meaning: t("labelling.keys.find") },
          ...(mode === "single"
            ? [
                { keys: ["+", "−"], meaning: t("labelling.keys.zoom") },
                { keys: ["."], meaning: t("labelling.keys.fit") },
              ]
            : [
                { keys: [command, "A"], meaning: t("labelling.keys.all") },
                { keys: ["Page Down"], meaning: t("labelling.keys.nextPage") },
              ]),
          { keys: ["Esc"], meaning: t("labelling.keys.leave") },
          ...imageKeys(props.card.annotation_card.editor).map(({ keys, meaning }) => ({
            keys: keys.map((key) => (key === "Ctrl" ? command : key)),
            meaning: t(`labelling.keys.image.${meaning}`),
          })),
        ]}
        note={hasModes ? undefined : t("labelling.keys.shift")}
      />
    </header>
  );
}

/** Says that these are only the samples of a view, and leads to all of them. */
function FilteredNote({ queue }: Pick<ToolBarProps, "queue">) {
  const { t } = useTranslation();
  const [, setParams] = useAddress();
  const num = queue.samples.length;
  return (
    <Tag
      closable
      color="blue"
      onClose={() => setParams((old) => writeFilters(old, NO_FILTERS), { replace: true })}
    >
      {t(queue.hasMore ? "views.onlyMore" : "views.only", { count: num })}
    </Tag>
  );
}
