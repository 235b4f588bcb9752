import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { CopyButton } from "@/components/ui/copy-button";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useRunLog } from "../api/use-run-log";
import styles from "./run.module.css";

interface LogPanelProps {
  runId: string;
  running: boolean;
  /** What the run said by its events; what its process printed is asked for. */
  messages: string[];
}

/** The end of the run's log; it stays at the end unless someone scrolled up. */
export function LogPanel({ runId, running, messages }: LogPanelProps) {
  const { t } = useTranslation();
  const log = useRunLog(runId, running);
  const place = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  const text = [...messages, ...(log.data?.lines ?? [])].join("\n");
  useEffect(() => {
    const element = place.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [text]);
  const note = () => {
    const element = place.current;
    if (element === null) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 24;
  };
  return (
    <Panel title={t("training.run.log")} extra={text !== "" && <CopyButton text={text} />}>
      {log.isError ? (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} />
      ) : log.isPending ? (
        <RowsSkeleton count={3} />
      ) : text === "" ? (
        <p className={styles.muted}>{t("training.run.logEmpty")}</p>
      ) : (
        // A region that scrolls must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre ref={place} className={styles.log} tabIndex={0} onScroll={note}>
          {text}
        </pre>
      )}
    </Panel>
  );
}
