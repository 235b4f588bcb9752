import { Alert, Button, Input, Upload } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { columnsOfCsv } from "./csv";
import { textOfFile } from "./file-text";
import type { AskProps } from "./input-panel";
import { columnsOf, type InputSpec } from "./input-spec";
import { isoTime } from "./iso-times";
import styles from "./inputs.module.css";

type SeriesSpec = Extract<InputSpec, { kind: "series" }>;

/** The recent past of a series, as CSV with a line a point in time, the oldest first. */
export function SeriesInput({ input, disabled, onAsk }: AskProps & { input: SeriesSpec }) {
  const { t } = useTranslation();
  const [csv, setCsv] = useState("");
  const read = columnsOfCsv(csv, columnsOf(input));
  const times = read[input.time.name];
  const columns = times === undefined ? read : { ...read, [input.time.name]: times.map(isoTime) };
  const needed = [input.time.name, ...input.targets];
  const missing = csv === "" ? [] : needed.filter((name) => !(name in columns));
  const isReady = csv.trim() !== "" && missing.length === 0;
  const ask = () =>
    onAsk({
      parts: { data: columns },
      source: { media: "table", name: t("inputs.yourRows"), text: JSON.stringify(columns) },
    });
  const header = columnsOf(input)
    .map(({ name }) => name)
    .join(",");
  return (
    <div className={styles.stack}>
      <Upload
        accept=".csv,.tsv,.txt"
        showUploadList={false}
        beforeUpload={(file) => {
          void textOfFile(file).then(setCsv);
          return false;
        }}
      >
        <Button disabled={disabled}>{t("inputs.csvFile")}</Button>
      </Upload>
      <Input.TextArea
        className={styles.code}
        aria-label={t("inputs.series")}
        placeholder={`${t("inputs.series")}\n${header}`}
        autoSize={{ minRows: 8, maxRows: 16 }}
        value={csv}
        onChange={(event) => setCsv(event.target.value)}
      />
      {missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t("inputs.missingColumns", { names: missing.join(", ") })}
        />
      )}
      <Button type="primary" disabled={disabled || !isReady} onClick={ask}>
        {t("inputs.forecast")}
      </Button>
    </div>
  );
}
