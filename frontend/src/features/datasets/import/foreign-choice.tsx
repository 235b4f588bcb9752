import { Select } from "antd";
import { useTranslation } from "react-i18next";

import { useForeignFormats } from "../api/use-foreign-formats";
import { useThisDataset } from "../dataset-context";
import styles from "./confirm-upload.module.css";

interface Props {
  /** The chosen one; empty while one of the other formats is chosen. */
  value: string;
  onChange: (name: string) => void;
}

/** Further formats, which datumaro reads; nothing where it is not installed. */
export function ForeignChoice({ value, onChange }: Props) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const formats = useForeignFormats(dataset.id).data;
  if (formats === undefined || formats.imports.length === 0) return null;
  return (
    <div className={styles.foreign}>
      <span className={styles.name}>{t("foreign.title", { version: formats.version })}</span>
      <Select
        showSearch
        allowClear
        aria-label={t("foreign.choose")}
        placeholder={t("foreign.choose")}
        value={value === "" ? undefined : value}
        options={formats.imports.map((name) => ({ value: name, label: name }))}
        onChange={(name: string | undefined) => onChange(name ?? "")}
      />
      <span className={styles.text}>{t("foreign.text")}</span>
    </div>
  );
}
