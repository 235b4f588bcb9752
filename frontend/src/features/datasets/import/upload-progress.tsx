import { Alert, Button, Progress } from "antd";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import type { Dataset } from "@/api/datasets";
import { Panel } from "@/components/ui/panel";
import { formatBytes, formatCount, formatDuration } from "@/i18n/format";

import { useUploadSnapshot, type UploadSession } from "../upload/upload-sessions";
import type { UploadSnapshot } from "../upload/upload-items";
import { ArchiveJobs } from "./archive-jobs";
import { FileOutcomes } from "./file-outcomes";
import { ImportSummary } from "./import-summary";
import { UnaskedNotice } from "./unasked-notice";
import styles from "./upload-progress.module.css";
import { useImportEnd } from "./use-import-end";

interface Props {
  dataset: Dataset;
  session: UploadSession;
  onEnd: () => void;
  /** The import was undone: the same files are there to be looked at. */
  onTakenBack: () => void;
}

/** How far an upload is, what became of each file, and, at its end, what to do next. */
export function UploadProgress({ dataset, session, onEnd, onTakenBack }: Props) {
  const { t } = useTranslation();
  const upload = useUploadSnapshot(session);
  const { uploader } = session;
  const end = useImportEnd(dataset, session, upload);
  useEffect(() => {
    document.title = t("datasets.import.windowTitle", { percent: percentOf(upload) });
  }, [t, upload]);
  const isPaused = upload.state === "paused" && upload.items.every(({ jobId }) => jobId === null);
  return (
    <div className={styles.page}>
      <UnaskedNotice
        dataset={dataset}
        session={session}
        isAtRest={end.result !== null || isPaused}
        onTakenBack={onTakenBack}
      />
      {upload.state !== "done" && (
        <Panel
          title={t(
            upload.state === "paused" ? "datasets.import.paused" : "datasets.import.uploading",
          )}
          extra={
            upload.state === "running" ? (
              <Button onClick={() => uploader.pause()}>{t("datasets.import.pause")}</Button>
            ) : (
              <Button type="primary" onClick={() => void uploader.start()}>
                {t("datasets.import.resume")}
              </Button>
            )
          }
        >
          <Bar upload={upload} />
        </Panel>
      )}
      {upload.retryInSeconds !== null && (
        <Alert
          type="warning"
          showIcon
          title={t("datasets.import.connectionLost")}
          description={t("datasets.import.connectionLostText")}
        />
      )}
      <ArchiveJobs
        items={upload.items}
        isOver={end.result !== null}
        onFinished={end.onArchiveFinished}
      />
      {end.result !== null && (
        <ImportSummary
          dataset={dataset}
          importId={session.importId}
          result={end.result}
          // Contents that the dataset had already were never sent: only this page knows of them.
          numDuplicate={Math.max(end.result.num_duplicate, upload.counts.duplicate)}
          onEnd={onEnd}
        />
      )}
      {end.error !== null && (
        <Alert
          type="error"
          showIcon
          title={t("datasets.import.closeFailed")}
          action={<Button onClick={end.retry}>{t("ui.error.retry")}</Button>}
        />
      )}
      {upload.counts.failed > 0 && upload.state === "done" && (
        <Alert
          type="error"
          showIcon
          title={t("datasets.import.failed", { count: upload.counts.failed })}
          action={
            <Button onClick={() => void uploader.retryFailed()}>
              {t("datasets.import.retryFailed")}
            </Button>
          }
        />
      )}
      <FileOutcomes upload={upload} />
    </div>
  );
}

function percentOf(upload: UploadSnapshot): number {
  return upload.numBytes === 0 ? 100 : Math.floor((upload.numBytesSent / upload.numBytes) * 100);
}

function Bar({ upload }: { upload: UploadSnapshot }) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const numEnded = upload.items.length - upload.counts.waiting - upload.counts.sending;
  const parts = [
    t("datasets.import.done", { done: numEnded, total: upload.items.length }),
    t("datasets.import.bytes", {
      done: formatBytes(upload.numBytesSent, language),
      total: formatBytes(upload.numBytes, language),
    }),
    upload.filesPerSecond !== null &&
      t("datasets.import.speed", {
        speed: formatCount(Math.round(upload.filesPerSecond), language),
      }),
    upload.secondsLeft !== null &&
      t("datasets.import.left", {
        time: formatDuration(Math.max(1, upload.secondsLeft), language),
      }),
  ];
  return (
    <>
      <Progress
        percent={percentOf(upload)}
        status={upload.state === "running" ? "active" : "normal"}
        aria-label={t("datasets.import.uploading")}
      />
      <p className={styles.detail}>{parts.filter(Boolean).join(" · ")}</p>
    </>
  );
}
