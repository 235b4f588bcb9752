import { App, Button, Dropdown } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { assignAddress } from "@/api/assignments";
import type { Dataset, Label, Sample } from "@/api/datasets";
import { useMay } from "@/api/project";
import { useTaskCard } from "@/api/task-card";
import { problemText } from "@/i18n/problem-text";

import { useLabelSamples } from "../api/samples/use-label-samples";
import { useRestoreSamples } from "../api/samples/use-restore-samples";
import { useTrashSamples } from "../api/samples/use-trash-samples";
import { ConfirmChange } from "./confirm-change";
import { chooseAll, NOTHING_SELECTED, type Selection } from "./selection";
import styles from "./selection-bar.module.css";

interface Props {
  dataset: Dataset;
  labels: readonly Label[];
  samples: readonly Sample[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** How many samples pass the filters, loaded or not. */
  numPassing: number;
  onSelectWhole: () => void;
}

/** What can be done with the selected samples: label them, or move them to the trash. */
export function SelectionBar(props: Props) {
  const { dataset, labels, samples, selection, onSelect, numPassing, onSelectWhole } = props;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const mayLabel = useMay("annotator");
  const mayTrash = useMay("developer");
  const isForWhole = useTaskCard(dataset.task)?.annotation_card.is_classification;
  const [labelMenu, setLabelMenu] = useState(false);
  const [isTagging, setTagging] = useState(false);
  const label = useLabelSamples(dataset.id);
  const trash = useTrashSamples(dataset.id);
  const restore = useRestoreSamples(dataset.id);
  const fail = (error: unknown) => void message.error(problemText(t, error));
  const chosen = samples.filter((sample) => selection.ids.has(sample.id));

  // Promises rather than mutation callbacks: the bar is gone once its samples have left the wall.
  const give = async (labelIds: readonly string[] | null) => {
    try {
      const { samples: saved, conflicts } = await label.mutateAsync({ samples: chosen, labelIds });
      void message.success(t("datasets.selection.labelled", { count: saved.length }));
      if (conflicts.length > 0) {
        void message.warning(t("datasets.selection.conflicts", { count: conflicts.length }));
      }
    } catch (error) {
      fail(error);
    }
  };

  const moveToTrash = async () => {
    const ids = chosen.map((sample) => sample.id);
    const key = `trash-${ids[0]}`;
    const undo = () => {
      message.destroy(key);
      restore.mutateAsync(ids).catch(fail);
    };
    onSelect(NOTHING_SELECTED);
    try {
      await trash.mutateAsync(ids);
      void message.success({
        key,
        duration: 8,
        content: (
          <>
            {t("datasets.selection.trashed", { count: ids.length })}{" "}
            <Button type="link" size="small" onClick={undo}>
              {t("datasets.undo")}
            </Button>
          </>
        ),
      });
    } catch (error) {
      fail(error);
    }
  };

  return (
    <div className={styles.bar} role="toolbar" aria-label={t("datasets.selection.title")}>
      <strong aria-live="polite">
        {t("datasets.selection.count", { count: selection.ids.size })}
      </strong>
      <Button
        size="small"
        type="link"
        onClick={() => onSelect(chooseAll(samples.map((sample) => sample.id)))}
      >
        {t("datasets.selection.all", { count: samples.length })}
      </Button>
      {numPassing > samples.length && (
        <Button size="small" type="link" onClick={onSelectWhole}>
          {t("views.choosePassing", { count: numPassing })}
        </Button>
      )}
      <span className={styles.spring} />
      {mayLabel && isForWhole && (
        <Dropdown
          trigger={["click"]}
          open={labelMenu}
          onOpenChange={setLabelMenu}
          menu={{
            className: styles.menu,
            items: [
              ...labels.map(({ id, name, color }) => ({
                key: id,
                label: name,
                icon: <i className={styles.dot} style={{ background: color }} />,
              })),
              { type: "divider" as const },
              { key: "clear", label: t("datasets.selection.clearLabels") },
            ],
            onClick: ({ key }) => void give(key === "clear" ? null : [key]),
          }}
        >
          <Button type="primary" loading={label.isPending}>
            {t("datasets.selection.label")}
          </Button>
        </Dropdown>
      )}
      {mayLabel && <Button onClick={() => setTagging(true)}>{t("views.tag")}</Button>}
      {mayTrash && (
        <Link
          to={assignAddress(dataset.project_id, dataset.id, {})}
          state={{ sampleIds: chosen.map(({ id }) => id) }}
        >
          <Button tabIndex={-1}>{t("datasets.browse.assign")}</Button>
        </Link>
      )}
      {mayTrash && (
        <Button danger loading={trash.isPending} onClick={() => void moveToTrash()}>
          {t("datasets.selection.trash")}
        </Button>
      )}
      <Button onClick={() => onSelect(NOTHING_SELECTED)}>{t("datasets.selection.clear")}</Button>
      {isTagging && (
        <ConfirmChange
          dataset={dataset}
          labels={labels}
          samples={{ sample_ids: chosen.map(({ id }) => id) }}
          count={chosen.length}
          action={{ kind: "tag", tag: "", mode: "add" }}
          onClose={() => setTagging(false)}
          onChanged={({ num }) => {
            setTagging(false);
            void message.success(t("views.done", { count: num }));
          }}
        />
      )}
    </div>
  );
}
