import { Spin } from "antd";
import { useTranslation } from "react-i18next";

import { ErrorState } from "@/components/ui/error-state";

import { canPreview, useFilePreview, type GivenReading } from "../api/imports/use-table-preview";
import { PreviewWarnings, ReadingForm } from "./reading-form";
import { ReadingRows } from "./reading-rows";
import styles from "./reading.module.css";

interface Props {
  datasetId: string;
  file: File;
  numFiles: number;
  given: GivenReading;
  onChange: (given: GivenReading) => void;
}

/** How the first of the tables at hand would be read, before any is sent. */
export function FileReading({ datasetId, file, numFiles, given, onChange }: Props) {
  const { t } = useTranslation();
  const isShown = canPreview(file);
  const preview = useFilePreview(datasetId, isShown ? file : undefined, given);
  if (!isShown) return <p>{t("reading.tooLarge")}</p>;
  return (
    <section className={styles.body} aria-label={t("reading.title")}>
      <h3>{t("reading.title")}</h3>
      <p className={styles.reason}>
        {numFiles > 1
          ? t("reading.firstOf", { name: file.name, count: numFiles })
          : t("reading.text")}
      </p>
      {preview.isError && <ErrorState error={preview.error} onRetry={() => onChange({})} />}
      {preview.data === undefined && preview.isPending && <Spin />}
      {preview.data !== undefined && (
        <>
          <ReadingForm preview={preview.data} given={given} onChange={onChange} />
          <PreviewWarnings preview={preview.data} />
          <ReadingRows preview={preview.data} given={given} onChange={onChange} />
        </>
      )}
    </section>
  );
}
