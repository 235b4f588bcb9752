import { useTranslation } from "react-i18next";

import { counted } from "@/i18n/problem-text";

import type { FormatGuess } from "../api/imports/use-detected-format";
import type { DatasetFormat } from "../upload/formats";
import styles from "./confirm-upload.module.css";
import { FormatExample, type Kind } from "./format-example";

interface Props {
  kind: Kind;
  formats: readonly DatasetFormat[];
  /** Absent while none of these is chosen. */
  value: DatasetFormat | undefined;
  /** What the files look like, the likeliest first, and why; empty where nothing tells. */
  guesses?: readonly FormatGuess[];
  onChange?: (format: DatasetFormat) => void;
}

/** The formats that a task reads, each as its files lie; those that files look like come first. */
export function FormatChoice({ kind, formats, value, guesses = [], onChange }: Props) {
  const { t } = useTranslation();
  const guessed = guesses.map(({ format }) => format);
  const others = formats.filter((format) => !guessed.includes(format));
  return (
    <fieldset className={styles.choices}>
      <legend>{t("datasets.format.title")}</legend>
      {[...guessed, ...others].map((format) => {
        const guess = guesses.find((one) => one.format === format);
        return (
          <label key={format} className={styles.choice}>
            <span className={styles.name}>
              <input
                type="radio"
                name="format"
                checked={value === format}
                onChange={() => onChange?.(format)}
              />
              {t(`formats.${format}.name`)}
              {format === guessed[0] && (
                <span className={styles.guess}>{t("datasets.format.guess")}</span>
              )}
            </span>
            {guess !== undefined && (
              <span className={styles.reason}>
                {t(`formats.sign.${guess.code}`, {
                  ...counted(guess.params),
                  defaultValue: guess.message,
                })}
              </span>
            )}
            <FormatExample format={format} kind={kind} />
          </label>
        );
      })}
    </fieldset>
  );
}
