import { Button, Dropdown } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Dataset, Label } from "@/api/datasets";
import { useMay } from "@/api/project";
import { filterQuery, searchOf, type SampleFilters } from "@/api/sample-filters";
import { useTaskCard } from "@/api/task-card";

import type { Change, SampleAction } from "../api/samples/use-change-samples";
import { ConfirmChange } from "./confirm-change";
import styles from "./selection-bar.module.css";

/** The media that there are cleaning steps for. */
const CLEANED: ReadonlySet<string> = new Set(["image", "text", "audio"]);

interface Props {
  dataset: Dataset;
  labels: readonly Label[];
  filters: SampleFilters;
  /** How many samples pass the filters. */
  count: number;
  onClear: () => void;
  onChanged: (change: Change) => void;
}

/** What can be done with everything that passes the filters, shown on the wall or not. */
export function ViewActions({ dataset, labels, filters, count, onClear, onChanged }: Props) {
  const { t } = useTranslation();
  const card = useTaskCard(dataset.task);
  const mayLabel = useMay("annotator");
  const mayChange = useMay("developer");
  const [asking, setAsking] = useState<SampleAction | null>(null);
  const search = searchOf(filters);
  const base = `/projects/${dataset.project_id}`;
  const isForWhole = card?.annotation_card.is_classification;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t("views.actions")}>
      <strong aria-live="polite">{t("views.chosen", { count })}</strong>
      <span className={styles.spring} />
      {mayLabel && isForWhole && (
        <Dropdown
          trigger={["click"]}
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
            onClick: ({ key }) =>
              setAsking(
                key === "clear"
                  ? { kind: "label", labelIds: [], mode: "clear" }
                  : {
                      kind: "label",
                      labelIds: [key],
                      mode: dataset.multi_label ? "add" : "set",
                    },
              ),
          }}
        >
          <Button>{t("datasets.selection.label")}</Button>
        </Dropdown>
      )}
      {mayLabel && (
        <Button onClick={() => setAsking({ kind: "tag", tag: "", mode: "add" })}>
          {t("views.tag")}
        </Button>
      )}
      {mayLabel && card?.annotation_card.editor !== null && (
        <Link to={`${base}/label/${dataset.id}?scope=all&${search}`}>
          <Button tabIndex={-1}>{t("views.send")}</Button>
        </Link>
      )}
      {mayChange && (
        <Link to={`${base}/data/${dataset.id}/versions?freeze=1&${search}`}>
          <Button tabIndex={-1}>{t("views.freeze")}</Button>
        </Link>
      )}
      {mayChange && card !== undefined && CLEANED.has(card.media) && (
        <Link to={`${base}/data/${dataset.id}/quality?part=cleaning&${search}`}>
          <Button tabIndex={-1}>{t("cleaning.these")}</Button>
        </Link>
      )}
      {mayChange && (
        <Button danger onClick={() => setAsking({ kind: "trash" })}>
          {t("datasets.selection.trash")}
        </Button>
      )}
      <Button onClick={onClear}>{t("datasets.selection.clear")}</Button>
      {asking !== null && (
        <ConfirmChange
          dataset={dataset}
          labels={labels}
          samples={{ filter: filterQuery(filters) }}
          count={count}
          action={asking}
          onClose={() => setAsking(null)}
          onChanged={(change) => {
            setAsking(null);
            onChanged(change);
          }}
        />
      )}
    </div>
  );
}
