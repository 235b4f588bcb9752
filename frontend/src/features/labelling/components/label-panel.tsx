import { useMemo, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import type { Dataset, Label } from "@/api/datasets";
import { keysOfLabels } from "@/components/ui/label-keys";

import type { LabelIds } from "../model/label-change";
import { LabelButton } from "./label-button";
import { LabelSearch } from "./label-search";
import styles from "./label-panel.module.css";

interface Props {
  dataset: Pick<Dataset, "id">;
  labels: readonly Label[];
  /** The labels that are on now; undefined for a selection that is mixed or empty. */
  chosen: LabelIds | undefined;
  mayLabel: boolean;
  /** Whether samples can be complete without any label. */
  areOptional?: boolean;
  /** Whether it can be said that nothing is there, and whether that is said; none where it cannot. */
  negative?: { readonly name: string; readonly isOn: boolean } | undefined;
  /** Whether nothing is said of the sample; as `chosen` says it when absent. */
  isUnlabelled?: boolean;
  /** Whether a name that is not there yet becomes a new label. */
  mayCreate?: boolean;
  /** False while nothing is there to give a label to. */
  isReady?: boolean;
  searchRef: RefObject<HTMLInputElement | null>;
  onPress: (labelId: string) => void;
  onNone: () => void;
  onClear: () => void;
}

/** The labels with their keys; finding one by name, or adding it, is one box. */
export function LabelPanel(props: Props) {
  const {
    dataset,
    labels,
    chosen,
    mayLabel,
    areOptional = false,
    negative,
    isUnlabelled = chosen === null,
    mayCreate = true,
    isReady = true,
    searchRef,
    onPress,
    onNone,
    onClear,
  } = props;
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const keys = useMemo(() => keysOfLabels(labels), [labels]);
  const shown = labels.filter((label) => label.name.toLowerCase().includes(wanted));
  return (
    <aside className={styles.panel} aria-label={t("labelling.labels")}>
      <LabelSearch
        datasetId={dataset.id}
        labels={labels}
        search={search}
        onSearch={setSearch}
        inputRef={searchRef}
        disabled={!mayLabel || !isReady}
        mayCreate={mayCreate}
        onPress={onPress}
      />
      {labels.length === 0 && (
        <p className={styles.hint}>
          {t(areOptional ? "labelling.noLabelsNeeded" : "labelling.noLabels")}
        </p>
      )}
      <div className={styles.list} role="group" aria-label={t("labelling.labels")}>
        {shown.slice(0, 400).map((label) => (
          <LabelButton
            key={label.id}
            name={label.name}
            color={label.color}
            keyName={keys.get(label.id) ?? null}
            isOn={chosen?.includes(label.id) ?? false}
            disabled={!mayLabel || !isReady}
            onPress={() => onPress(label.id)}
          />
        ))}
      </div>
      <div className={styles.rest}>
        {negative !== undefined && (
          <LabelButton
            name={negative.name}
            keyName=","
            isOn={negative.isOn}
            disabled={!mayLabel || !isReady}
            onPress={onNone}
          />
        )}
        <LabelButton
          name={t("labelling.unlabelled")}
          keyName="⌫"
          isOn={isUnlabelled}
          disabled={!mayLabel || !isReady}
          onPress={onClear}
        />
      </div>
      {!mayLabel && <p className={styles.hint}>{t("labelling.mayNot")}</p>}
      <p className={`${styles.hint} ${styles.keys}`}>{t("labelling.keysHint")}</p>
    </aside>
  );
}
