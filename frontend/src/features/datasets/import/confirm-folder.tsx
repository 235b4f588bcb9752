import { Alert, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { RowsSkeleton } from "@/components/ui/skeletons";

import type { Existing } from "../api/imports/import-requests";
import { useColumnPreview } from "../api/imports/use-column-preview";
import { tablesOf, useFolderPreview, useFolderTable } from "../api/imports/use-folder-preview";
import { useTakeInPlace } from "../api/imports/use-take-in-place";
import { FileColumns, type TableChoices } from "../mapping/file-columns";
import { mappingToSend } from "../mapping/given-mapping";
import { FileReading } from "../reading/file-reading";
import type { DatasetFormat } from "../upload/formats";
import { hasColumns } from "../upload/tables-in-plan";
import styles from "./confirm-upload.module.css";
import { DetectedFormat } from "./detected-format";
import { ExistingChoice } from "./existing-choice";
import { FormatChoice } from "./format-choice";
import type { Kind } from "./format-example";
import type { ChosenFolder } from "./place-fields";

interface Props {
  datasetId: string;
  place: ChosenFolder;
  kind: Kind;
  formats: readonly DatasetFormat[];
  /** Whether samples of the dataset are annotated already. */
  hasAnnotations: boolean;
  onStarted: (importId: string) => void;
  onCancel: () => void;
}

/** What lies in a folder of the server, and what it is: for you to confirm before it is taken in. */
export function ConfirmFolder(props: Props) {
  const { datasetId, place, kind, formats, hasAnnotations, onStarted, onCancel } = props;
  const { t } = useTranslation();
  const preview = useFolderPreview(datasetId, place);
  const take = useTakeInPlace(datasetId);
  const [chosen, setChosen] = useState<DatasetFormat | null>(null);
  const [existing, setExisting] = useState<Existing>("keep");
  const [choices, setChoices] = useState<TableChoices>({ reading: {}, mapping: {} });
  const guesses = preview.data?.guesses ?? [];
  const format = chosen ?? guesses[0]?.format;
  const tables = tablesOf(datasetId, place, preview.data);
  const isTable = format === "table";
  const table = useFolderTable(datasetId, place, isTable ? tables.first?.table.name : undefined);
  const mapped = preview.isSuccess ? format : undefined;
  const columns = useColumnPreview(
    datasetId,
    tables.source,
    mapped,
    choices.reading,
    choices.mapping,
  );
  const shown = hasColumns(mapped) ? (columns.data ?? null) : null;
  const lacks = shown?.preview.roles.some(({ is_needed, column }) => is_needed && column === null);
  const isEmpty = preview.data?.num_files === 0;
  const start = () => {
    if (format === undefined) return;
    const isRead = isTable || hasColumns(format);
    const { folder, path } = place;
    take.mutate(
      {
        place: { kind: "folder", folder, path },
        format,
        existing,
        reading: isRead ? choices.reading : {},
        mapping: mappingToSend(shown, choices.mapping),
      },
      { onSuccess: onStarted },
    );
  };
  return (
    <Panel title={t("datasets.import.found")}>
      <div className={styles.body}>
        {preview.isPending && <RowsSkeleton count={2} />}
        {preview.isError && (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {isEmpty && (
          <Alert
            type="info"
            showIcon
            title={t("datasets.inPlace.empty", { name: place.name })}
            description={t("datasets.inPlace.emptyText")}
          />
        )}
        {preview.isSuccess && !isEmpty && (
          <>
            <p>
              {t(preview.data.is_whole ? "datasets.inPlace.files" : "datasets.inPlace.moreFiles", {
                count: preview.data.num_files,
                name: place.name,
              })}
            </p>
            <DetectedFormat detected={{ ...preview, data: guesses }} isChosen={chosen !== null} />
            <FormatChoice
              kind={kind}
              formats={formats}
              value={format}
              guesses={guesses}
              onChange={(one) => {
                setChosen(one);
                setChoices({ reading: {}, mapping: {} });
              }}
            />
            {hasAnnotations && <ExistingChoice value={existing} onChange={setExisting} />}
            {isTable && table.data !== undefined && (
              <FileReading
                datasetId={datasetId}
                file={table.data}
                numFiles={tables.first?.numTables ?? 1}
                given={choices.reading}
                onChange={(reading) => setChoices({ reading, mapping: {} })}
              />
            )}
            {hasColumns(mapped) && (
              <FileColumns columns={columns} choices={choices} onChange={setChoices} />
            )}
          </>
        )}
        <ProblemAlert error={take.error} />
        <div className={styles.buttons}>
          {isEmpty || preview.isError ? (
            <Button
              type="primary"
              loading={preview.isFetching}
              onClick={() => void preview.refetch()}
            >
              {t("datasets.inPlace.again")}
            </Button>
          ) : (
            <Button
              type="primary"
              disabled={format === undefined || lacks === true}
              loading={take.isPending}
              onClick={start}
            >
              {t("datasets.inPlace.start")}
            </Button>
          )}
          <Button onClick={onCancel}>{t("datasets.inPlace.back")}</Button>
        </div>
      </div>
    </Panel>
  );
}
