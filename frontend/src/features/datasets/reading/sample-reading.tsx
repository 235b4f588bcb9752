import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { problemText } from "@/i18n/problem-text";

import type { Table } from "../api/use-table";
import {
  useReadAgain,
  useSamplePreview,
  type GivenReading,
} from "../api/imports/use-table-preview";
import { PreviewWarnings, ReadingForm } from "./reading-form";
import { ReadingRows } from "./reading-rows";
import styles from "./reading.module.css";

interface Props {
  datasetId: string;
  table: Table;
  mayChange: boolean;
}

/** How the file of a table is read; changed here, without sending it again. */
export function SampleReading({ datasetId, table, mayChange }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={t("reading.how")}
      extra={
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t("reading.close") : t(mayChange ? "reading.change" : "reading.show")}
        </Button>
      }
    >
      <div className={styles.body}>
        <p className={styles.reason}>
          {table.name} · {t(table.is_changed ? "reading.changed" : "reading.plain")}
        </p>
        {isOpen && (
          <Change key={table.sample_id} datasetId={datasetId} table={table} mayChange={mayChange} />
        )}
      </div>
    </Panel>
  );
}

function Change({ datasetId, table, mayChange }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [given, setGiven] = useState<GivenReading>(table.reading ?? {});
  const preview = useSamplePreview(datasetId, table.sample_id, given);
  const again = useReadAgain(datasetId, table.sample_id);
  const isSame = JSON.stringify(given) === JSON.stringify(table.reading ?? {});
  const save = () =>
    again.mutate(given, {
      onSuccess: ({ reading }) => {
        setGiven(reading ?? {});
        void message.success(t("reading.saved"));
      },
      onError: (error) => void message.error(problemText(t, error)),
    });
  return (
    <div className={styles.body}>
      {preview.isError && (
        <ErrorState error={preview.error} onRetry={() => setGiven(table.reading ?? {})} />
      )}
      {preview.data !== undefined && (
        <>
          <ReadingForm
            preview={preview.data}
            given={given}
            disabled={!mayChange}
            onChange={setGiven}
          />
          <PreviewWarnings preview={preview.data} />
          <ReadingRows
            preview={preview.data}
            given={given}
            disabled={!mayChange}
            onChange={setGiven}
          />
        </>
      )}
      {mayChange && (
        <div className={styles.control}>
          <Button
            type="primary"
            disabled={isSame || preview.isError || preview.data?.num_rows === 0}
            loading={again.isPending}
            onClick={save}
          >
            {t("reading.save")}
          </Button>
          <p className={styles.reason}>{t("reading.saveText")}</p>
        </div>
      )}
    </div>
  );
}
