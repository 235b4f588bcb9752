import { useTranslation } from "react-i18next";

import type { LabelSource } from "../upload/label-source";
import styles from "./confirm-upload.module.css";

interface Props {
  value: LabelSource;
  guess: LabelSource;
  hasArchives: boolean;
  hasTable: boolean;
  multiLabel: boolean;
  onChange: (source: LabelSource) => void;
}

const SOURCES: readonly LabelSource[] = ["none", "folder", "csv"];

/** Where the labels are, each possibility with a picture of its folder. */
export function LabelSourceChoice(props: Props) {
  const { value, guess, hasArchives, hasTable, multiLabel, onChange } = props;
  const { t } = useTranslation();
  const layouts: Record<LabelSource, string> = {
    none: t("datasets.labelSource.none.layout"),
    folder: t("datasets.labelSource.folder.layout"),
    csv: t(multiLabel ? "datasets.labelSource.csv.layoutMulti" : "datasets.labelSource.csv.layout"),
  };
  return (
    <fieldset className={styles.choices}>
      <legend>{t("datasets.labelSource.title")}</legend>
      {SOURCES.map((source) => (
        <label key={source} className={styles.choice}>
          <span className={styles.name}>
            <input
              type="radio"
              name="label-source"
              checked={value === source}
              disabled={source === "csv" && !hasArchives && !hasTable}
              onChange={() => onChange(source)}
            />
            {t(`datasets.labelSource.${source}.name`)}
            {guess === source && !(hasArchives && guess === "none") && (
              <span className={styles.guess}>{t("datasets.labelSource.guess")}</span>
            )}
          </span>
          <pre className={styles.layout}>{layouts[source]}</pre>
          <span className={styles.text}>{t(`datasets.labelSource.${source}.text`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
