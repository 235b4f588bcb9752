import { Spin } from "antd";
import { useTranslation } from "react-i18next";

import { ErrorState } from "@/components/ui/error-state";

import { canPreview, useFileLook, type GivenReading } from "../api/use-table-look";
import { LookWarnings, ReadingForm } from "./reading-form";
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
  const look = useFileLook(datasetId, isShown ? file : undefined, given);
  if (!isShown) return <p>{t("reading.tooLarge")}</p>;
  return (
    <section className={styles.body} aria-label={t("reading.title")}>
      <h3>{t("reading.title")}</h3>
      <p className={styles.reason}>
        {numFiles > 1
          ? t("reading.firstOf", { name: file.name, count: numFiles })
          : t("reading.text")}
      </p>
      {look.isError && <ErrorState error={look.error} onRetry={() => onChange({})} />}
      {look.data === undefined && look.isPending && <Spin />}
      {look.data !== undefined && (
        <>
          <ReadingForm look={look.data} given={given} onChange={onChange} />
          <LookWarnings look={look.data} />
          <ReadingRows look={look.data} given={given} onChange={onChange} />
        </>
      )}
    </section>
  );
}
