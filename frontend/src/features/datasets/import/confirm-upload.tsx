import { Alert, Button, Spin } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { formatBytes } from "@/i18n/format";

import { useColumnPreview, type GivenMapping } from "../api/imports/use-column-preview";
import { useDetectedFormat, type FormatGuess } from "../api/imports/use-detected-format";
import type { GivenReading } from "../api/imports/use-table-preview";
import { FileColumns, type TableChoices } from "../mapping/file-columns";
import { mappingToSend } from "../mapping/given-mapping";
import { FileReading } from "../reading/file-reading";
import { foldersOfSamples, hasSomething, leftBehind, type DatasetFormat } from "../upload/formats";
import type { UploadPlan } from "../upload/plan";
import { planKey } from "../upload/plan-key";
import { firstTable, hasColumns } from "../upload/tables-in-plan";
import styles from "./confirm-upload.module.css";
import type { Existing } from "../api/imports/import-requests";
import { DetectedFormat } from "./detected-format";
import { ExistingChoice } from "./existing-choice";
import { DatumaroChoice } from "./datumaro-choice";
import { FormatChoice } from "./format-choice";
import { useClearCase } from "./use-clear-case";
import type { Kind } from "./format-example";

/** How files are brought in; those of a further format are converted to JSON lines first. */
export interface StartChoices {
  datumaro?: string;
  existing?: Existing;
  reading?: GivenReading;
  mapping?: GivenMapping;
  /** What files were taken for without a question. */
  unasked?: FormatGuess;
}

interface Props {
  datasetId: string;
  plan: UploadPlan;
  kind: Kind;
  formats: readonly DatasetFormat[];
  isStarting: boolean;
  /** Whether samples of the dataset are annotated already. */
  hasAnnotations: boolean;
  initialExisting: Existing;
  /** Whether an import of files that can be but one thing begins by itself. */
  mayStartUnasked: boolean;
  onStart: (format: DatasetFormat, choices: StartChoices) => void;
  onCancel: () => void;
}

/** What was found in the drop, and what it is: told by the server, shown, and for you to confirm. */
export function ConfirmUpload(props: Props) {
  const { datasetId, plan, kind, formats, isStarting, hasAnnotations, onStart, onCancel } = props;
  const { initialExisting, mayStartUnasked } = props;
  const { t, i18n } = useTranslation();
  const detected = useDetectedFormat(datasetId, plan);
  const guesses = detected.data ?? [];
  const [chosen, setChosen] = useState<DatasetFormat | null>(null);
  const [datumaro, setDatumaro] = useState("");
  const [existing, setExisting] = useState(initialExisting);
  const [choices, setChoices] = useState<TableChoices>({ reading: {}, mapping: {} });
  // Told by nothing, a format is for people to choose.
  const fileFormat = chosen ?? guesses[0]?.format;
  const format = datumaro === "" ? fileFormat : "json_lines";
  const isDatumaro = datumaro !== "";
  const mapped = isDatumaro ? undefined : format;
  const source = {
    key: planKey(plan),
    firstTable: (format: DatasetFormat) => firstTable(plan, format),
  };
  const columns = useColumnPreview(datasetId, source, mapped, choices.reading, choices.mapping);
  const table = hasColumns(mapped) ? (columns.data ?? null) : null;
  const lacks = table?.preview.roles.some(({ is_needed, column }) => is_needed && column === null);
  const { samples, archives, others } = plan;
  const behind = format === undefined ? [] : leftBehind(plan, format);
  const isUsable = format === undefined || hasSomething(plan, format);
  const bytes = [...samples, ...archives, ...others].reduce((sum, { file }) => sum + file.size, 0);
  const folders = [...foldersOfSamples(plan)];
  const makesLabels = format?.endsWith("_folder") === true && folders.length > 0;
  const isRead = !isDatumaro && (format === "table" || hasColumns(format));
  const start = (unasked?: FormatGuess) => {
    if (format === undefined) return;
    onStart(format, {
      datumaro,
      existing,
      reading: isRead ? choices.reading : {},
      mapping: mappingToSend(table, choices.mapping),
      ...(unasked !== undefined && { unasked }),
    });
  };
  const clear = useClearCase({ datasetId, plan, detected, columns, isAllowed: mayStartUnasked });
  const begun = useRef<UploadPlan>(null);
  useEffect(() => {
    // One that could not be begun is for people to try again.
    if (clear == null || begun.current === plan) return;
    begun.current = plan;
    start(clear);
  });
  if (clear === undefined || (clear !== null && isStarting)) {
    return (
      <Panel title={t("datasets.import.found")}>
        <p className={styles.looking} role="status">
          <Spin size="small" /> {t("datasets.format.looking")}
        </p>
      </Panel>
    );
  }
  return (
    <Panel title={t("datasets.import.found")}>
      <div className={styles.body}>
        <p>
          {[
            samples.length > 0 && t("datasets.import.numSamples", { count: samples.length }),
            archives.length > 0 && t("datasets.import.numArchives", { count: archives.length }),
            others.length > 0 &&
              t(
                samples.length + archives.length > 0
                  ? "datasets.import.numBeside"
                  : "datasets.import.numOthers",
                { count: others.length },
              ),
            formatBytes(bytes, i18n.language),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <DetectedFormat detected={detected} isChosen={chosen !== null || datumaro !== ""} />
        <FormatChoice
          kind={kind}
          formats={formats}
          value={datumaro === "" ? fileFormat : undefined}
          guesses={guesses}
          onChange={(one) => {
            setChosen(one);
            setDatumaro("");
            setChoices({ reading: {}, mapping: {} });
          }}
        />
        <DatumaroChoice value={datumaro} onChange={setDatumaro} />
        {hasAnnotations && <ExistingChoice value={existing} onChange={setExisting} />}
        {format === "table" && samples[0] !== undefined && (
          <FileReading
            datasetId={datasetId}
            file={samples[0].file}
            numFiles={samples.length}
            given={choices.reading}
            onChange={(reading) => setChoices({ reading, mapping: {} })}
          />
        )}
        {hasColumns(mapped) && (
          <FileColumns columns={columns} choices={choices} onChange={setChoices} />
        )}
        {behind.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={t("datasets.import.ignored", {
              count: behind.length,
              names: behind
                .slice(0, 5)
                .map((file) => file.path)
                .join(", "),
            })}
          />
        )}
        {!isUsable && <Alert type="error" showIcon title={t("datasets.import.nothingUsable")} />}
        {makesLabels && (
          <p className={styles.folders}>
            {t("datasets.import.folders", { count: folders.length })}{" "}
            {folders
              .slice(0, 12)
              .map(([name, count]) => `${name} (${count})`)
              .join(", ")}
            {folders.length > 12 && "…"}
          </p>
        )}
        <div className={styles.buttons}>
          <Button
            type="primary"
            disabled={format === undefined || !isUsable || lacks === true}
            loading={isStarting}
            onClick={() => start()}
          >
            {t("datasets.import.start")}
          </Button>
          <Button onClick={onCancel}>{t("datasets.import.other")}</Button>
        </div>
      </div>
    </Panel>
  );
}
