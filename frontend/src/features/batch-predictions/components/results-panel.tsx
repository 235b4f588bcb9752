import { DownloadOutlined } from "@ant-design/icons";
import { Button, Table } from "antd";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { predictionsUrl } from "../api/predictions-url";
import { useFirstPredictions } from "../api/use-first-predictions";
import type { PredictionLine } from "../first-lines";
import { resultText } from "../result-text";
import type { BatchPrediction } from "../types";
import styles from "./batches.module.css";

/** The predictions: files to download, and the first of them to look at. */
export function ResultsPanel({ batch }: { batch: BatchPrediction }) {
  const { t } = useTranslation();
  const isThere = batch.formats.length > 0;
  const first = useFirstPredictions(batch.id, isThere);
  if (!isThere) return null;
  return (
    <Panel
      title={t("batches.results.title")}
      extra={
        <div className={styles.downloads}>
          {batch.formats.map((format) => (
            <Button
              key={format}
              href={predictionsUrl(batch.id, format)}
              icon={<DownloadOutlined aria-hidden />}
            >
              {t(`batches.format.${format}`)}
            </Button>
          ))}
        </div>
      }
      flush
    >
      {first.isError && <ProblemAlert error={first.error} />}
      {first.isPending && <RowsSkeleton />}
      {first.data !== undefined && (
        <Table<PredictionLine>
          className={styles.wrapping}
          rowKey="id"
          dataSource={first.data}
          pagination={false}
          title={() => t("batches.results.first", { count: first.data.length })}
          columns={[
            { title: t("batches.field.input"), render: (_, line) => <Asked line={line} /> },
            {
              title: t("batches.results.prediction"),
              render: (_, line) => <Prediction line={line} />,
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** What was asked about: a text by its first words, with the name below. */
function Asked({ line: { input, input_text: text } }: { line: PredictionLine }) {
  if (text === undefined) return input;
  return (
    <>
      <div>{text}</div>
      <div className={styles.muted}>{input}</div>
    </>
  );
}

const SHOWN = 3;

/** What is predicted of one input, in a line. */
function Prediction({ line }: { line: PredictionLine }) {
  const { t, i18n } = useTranslation();
  if (line.results === undefined) {
    return <span className={styles.muted}>{t("batches.results.problem")}</span>;
  }
  if (line.results.length === 0) {
    return <span className={styles.muted}>{t("batches.results.nothing")}</span>;
  }
  const shown = line.results.slice(0, SHOWN).map((result) => resultText(t, result, i18n.language));
  const more = line.results.length - shown.length;
  return (
    <>
      {shown.join(" · ")}
      {more > 0 && ` ${t("batches.results.more", { count: more })}`}
    </>
  );
}
