import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ErrorState } from "@/components/ui/error-state";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useRunLog } from "../api/use-run-log";
import styles from "./run.module.css";

/** What the process itself printed, which helps when something is broken: asked for when opened. */
export function RawLog({ runId, running }: { runId: string; running: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const log = useRunLog(runId, running, open);
  return (
    <details className={styles.raw} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("running.raw.title")}</summary>
      {!open ? null : log.isError ? (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} />
      ) : log.isPending ? (
        <RowsSkeleton count={3} />
      ) : log.data.total === 0 ? (
        <p className={styles.muted}>{t("training.run.logEmpty")}</p>
      ) : (
        <>
          <p className={styles.muted}>
            {t("running.raw.shown", { shown: log.data.lines.length, count: log.data.total })}{" "}
            <a href={`/api/v1/training-runs/${runId}/log/file`} download>
              {t("running.raw.download")}
            </a>
          </p>
          {/* A region that scrolls must be reachable by keyboard. */}
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className={styles.rawText} tabIndex={0}>
            {log.data.lines.join("\n")}
          </pre>
        </>
      )}
    </details>
  );
}
