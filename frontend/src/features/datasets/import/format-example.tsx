import { useTranslation } from "react-i18next";

import type { TaskCard } from "@/api/task-card";

import type { DatasetFormat } from "../upload/formats";
import styles from "./confirm-upload.module.css";

/** What decides how an example looks: of what the samples are, and what is said of them. */
export type Kind = Pick<TaskCard, "media" | "annotation">;

interface Props {
  format: DatasetFormat;
  kind: Kind;
}

/** How the files of a format lie, with files and annotations of the kind that the task has. */
export function FormatExample({ format, kind: { media, annotation } }: Props) {
  const { t } = useTranslation();
  const layouts = `formats.${format}.layouts`;
  return (
    <>
      <pre className={styles.layout}>
        {t([
          `${layouts}.${media}_${annotation}`,
          `${layouts}.${annotation}`,
          `${layouts}.${media}`,
          `formats.${format}.layout`,
        ])}
      </pre>
      <span className={styles.text}>
        {t([`formats.${format}.texts.${media}`, `formats.${format}.text`])}
      </span>
    </>
  );
}
