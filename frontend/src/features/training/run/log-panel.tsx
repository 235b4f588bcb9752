import { Button } from "antd";
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useMetricKind } from "@/components/metrics/use-metric-kind";
import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import type { Job } from "@/api/types";
import { isFinished } from "@/api/jobs";

import type { TrainingRun } from "../types";
import { lineText } from "./line-text";
import type { JobLine } from "./live";
import { NowLine } from "./now-line";
import { RawLog } from "./raw-log";
import styles from "./run.module.css";

/** Closer to the end than this counts as being there. */
const END_PIXELS = 24;
const TONES: Partial<Record<string, string>> = {
  phase: styles.linePhase,
  warning: styles.lineWarning,
  error: styles.lineError,
  metric: styles.lineMetric,
  checkpoint: styles.lineMetric,
};

interface LogPanelProps {
  run: TrainingRun;
  job: Job;
  lines: JobLine[];
  numLeftOut: number;
}

interface WrittenLine {
  number: number;
  tone: string;
  time: string;
  text: string;
}

/** What the run did and does, in the reader's words; it follows unless someone scrolled up. */
export function LogPanel({ run, job, lines, numLeftOut }: LogPanelProps) {
  const { t, i18n } = useTranslation();
  const { unit } = useMetricKind(run.task, run.primary_metric);
  const place = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  const running = !isFinished(job);
  const rows = useMemo(() => {
    const reader = { t, language: i18n.language, run, unit };
    return written(lines, i18n.language, (line) => lineText(line, reader));
  }, [lines, t, i18n.language, run, unit]);
  const toEnd = () => {
    const element = place.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  };
  useEffect(() => {
    if (follows) toEnd();
  }, [rows, follows, running]);
  const note = () => {
    const element = place.current;
    if (element === null) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    setFollows(below < END_PIXELS);
  };
  const copied = rows.map(({ time, text }) => `${time}  ${text}`).join("\n");
  return (
    <Panel
      title={t("training.run.log")}
      extra={
        <span className={styles.logTools}>
          {!follows && (
            <Button size="small" onClick={() => setFollows(true)}>
              {t("running.toEnd")}
            </Button>
          )}
          {rows.length > 0 && <CopyButton text={copied} />}
        </span>
      }
    >
      {/* A region that scrolls must be reachable by keyboard. */}
      <div
        ref={place}
        className={styles.log}
        role="log"
        aria-live="off"
        aria-label={t("training.run.log")}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={note}
      >
        {numLeftOut > 0 && (
          <p className={styles.muted}>{t("running.leftOut", { count: numLeftOut })}</p>
        )}
        {rows.length === 0 && (
          <p className={styles.muted}>
            {t(running ? "running.nothingYet" : "training.run.logEmpty")}
          </p>
        )}
        {rows.map((row) => (
          <LogLine key={row.number} {...row} />
        ))}
        {running && <NowLine job={job} lines={lines} />}
      </div>
      <RawLog runId={run.id} running={running} />
    </Panel>
  );
}

const LogLine = memo(function LogLine({ tone, time, text }: WrittenLine) {
  return (
    <div className={`${styles.line} ${tone}`}>
      <time>{time}</time>
      <span>{text}</span>
    </div>
  );
});

function written(
  lines: JobLine[],
  language: string,
  text: (line: JobLine) => string | undefined,
): WrittenLine[] {
  const clock = new Intl.DateTimeFormat(language, { timeStyle: "medium", hour12: false });
  const rows: WrittenLine[] = [];
  for (const line of lines) {
    const said = text(line);
    if (said === undefined) continue;
    const tone = TONES[line.kind] ?? "";
    rows.push({ number: line.number, tone, time: clock.format(new Date(line.time)), text: said });
  }
  return rows;
}
