import { useTranslation } from "react-i18next";

import type { DatasetFormat } from "../upload/formats";
import styles from "./confirm-upload.module.css";
import { FormatExample, type Kind } from "./format-example";

interface Props {
  formats: readonly DatasetFormat[];
  kind: Kind;
}

/** How files may lie: every format that the task reads, as an image, before anything is dropped. */
export function FormatGuide({ formats, kind }: Props) {
  const { t } = useTranslation();
  return (
    <section className={styles.guide} aria-label={t("datasets.format.guide")}>
      <h2>{t("datasets.format.guide")}</h2>
      <div className={styles.choices}>
        {formats.map((format) => (
          <div key={format} className={styles.layoutCard}>
            <strong>{t(`formats.${format}.name`)}</strong>
            <FormatExample format={format} kind={kind} />
          </div>
        ))}
      </div>
    </section>
  );
}
