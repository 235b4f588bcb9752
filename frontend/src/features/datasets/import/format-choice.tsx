import { useTranslation } from "react-i18next";

import type { DatasetFormat } from "../upload/formats";
import styles from "./confirm-upload.module.css";

interface Props {
  formats: readonly DatasetFormat[];
  /** Absent while none of these is chosen. */
  value: DatasetFormat | undefined;
  /** What the files look like; absent while nothing was dropped. */
  guess?: DatasetFormat;
  onChange?: (format: DatasetFormat) => void;
}

/** The formats that a task reads, each with a picture of its files. */
export function FormatChoice({ formats, value, guess, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.choices}>
      <legend>{t("datasets.format.title")}</legend>
      {formats.map((format) => (
        <label key={format} className={styles.choice}>
          <span className={styles.name}>
            <input
              type="radio"
              name="format"
              checked={value === format}
              onChange={() => onChange?.(format)}
            />
            {t(`formats.${format}.name`)}
            {guess === format && <span className={styles.guess}>{t("datasets.format.guess")}</span>}
          </span>
          <pre className={styles.layout}>{t(`formats.${format}.layout`)}</pre>
          <span className={styles.text}>{t(`formats.${format}.text`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
