import { Select } from "antd";
import { useTranslation } from "react-i18next";

import { useDatumaroFormats } from "../api/imports/use-datumaro-formats";
import { useThisDataset } from "../dataset-context";
import styles from "./confirm-upload.module.css";

interface Props {
  /** The chosen one; empty while one of the other formats is chosen. */
  value: string;
  onChange: (name: string) => void;
}

/** Further formats, which datumaro reads; nothing where it is not installed. */
export function DatumaroChoice({ value, onChange }: Props) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const formats = useDatumaroFormats(dataset.id).data;
  if (formats === undefined || formats.imports.length === 0) return null;
  return (
    <div className={styles.datumaro}>
      <span className={styles.name}>{t("datumaro.title", { version: formats.version })}</span>
      <Select
        showSearch
        allowClear
        aria-label={t("datumaro.choose")}
        placeholder={t("datumaro.choose")}
        value={value === "" ? undefined : value}
        options={formats.imports.map((name) => ({ value: name, label: name }))}
        onChange={(name: string | undefined) => onChange(name ?? "")}
      />
      <span className={styles.text}>{t("datumaro.text")}</span>
    </div>
  );
}
