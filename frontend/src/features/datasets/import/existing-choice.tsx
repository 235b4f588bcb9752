import { useTranslation } from "react-i18next";

import type { Existing } from "../api/imports/import-requests";
import styles from "./confirm-upload.module.css";

const EXISTING: readonly Existing[] = ["keep", "merge", "replace"];

interface Props {
  value: Existing;
  onChange: (value: Existing) => void;
}

/** What becomes of annotations that samples have already. */
export function ExistingChoice({ value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.existing}>
      <legend>{t("datasets.import.existing.title")}</legend>
      {EXISTING.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="existing"
            checked={value === one}
            onChange={() => onChange(one)}
          />{" "}
          {t(`datasets.import.existing.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}
