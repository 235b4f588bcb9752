import { Alert, Progress } from "antd";
import { useTranslation } from "react-i18next";

import { Duration } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stat";
import { Term } from "@/components/ui/term";
import { TimeLeft } from "@/components/ui/time-left";
import { formatCount, formatDuration } from "@/i18n/format";
import { codedText } from "@/i18n/problem-text";

import type { Study, Trial } from "../types";
import { useScore } from "../use-score";
import { isTooSlow, useLatencyText } from "./latency";
import { baselineOf, numEnded, shareUsed } from "./progress";
import { numRounds, roundOf } from "./rounds";
import { WinnerActions } from "./winner-actions";
import styles from "./study.module.css";

interface StatusPanelProps {
  study: Study;
  trials: readonly Trial[];
  isReconnecting: boolean;
}

/** How far the search is, what it has found, and what it cost. */
export function StatusPanel({ study, trials, isReconnecting }: StatusPanelProps) {
  const { t, i18n } = useTranslation();
  const score = useScore(study);
  const latency = useLatencyText();
  const { counts, best_trial: best } = study;
  const baseline = baselineOf(trials);
  const count = (value: number) => formatCount(value, i18n.language);
  const time = (seconds: number) => formatDuration(seconds, i18n.language);
  const share = shareUsed(study);
  const running = study.state === "running";
  const others = (["running", "queued", "pruned", "failed", "cancelled"] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => t(`tuning.study.counted.${state}`, { count: counts[state] }));
  return (
    <Panel>
      <div className={styles.status}>
        {share !== undefined && (
          <Progress
            percent={Math.floor(share * 100)}
            status={running ? "active" : study.state === "failed" ? "exception" : "normal"}
            size="small"
            aria-label={t("tuning.study.progress")}
            format={() => `${Math.floor(share * 100)}%`}
          />
        )}
        <Stats>
          <Stat
            label={t("tuning.study.bestScore")}
            value={best?.score == null ? "–" : score.text(best.score)}
            detail={
              best === null
                ? t("tuning.study.noBest")
                : t("tuning.study.ofTrial", { metric: score.name, number: best.number })
            }
          />
          {study.population === null ? (
            <Stat
              label={<Term name="baseline" />}
              value={baseline?.score == null ? "–" : score.text(baseline.score)}
              detail={t(baseline === undefined ? "tuning.study.noBaseline" : "tuning.study.trial0")}
            />
          ) : (
            <RoundStat study={study} trials={trials} />
          )}
          <Stat
            label={<Term name="trial">{t("tuning.study.trials")}</Term>}
            value={
              study.max_trials === null
                ? count(numEnded(study))
                : t("tuning.study.of", {
                    done: count(numEnded(study)),
                    total: count(study.max_trials),
                  })
            }
            detail={others.join(" · ")}
          />
          <Stat
            label={t("tuning.study.time")}
            value={study.seconds_used > 0 ? <Duration seconds={study.seconds_used} /> : "–"}
            detail={
              running && study.eta_seconds !== null ? (
                <TimeLeft seconds={study.eta_seconds} heardWith={study.revision} />
              ) : (
                study.max_minutes !== null &&
                t("tuning.study.atMost", { time: time(study.max_minutes * 60) })
              )
            }
          />
        </Stats>
        {study.is_scripted && <p className={styles.muted}>{t("tuning.study.scripted")}</p>}
        {isReconnecting && <p className={styles.muted}>{t("ui.job.reconnecting")}</p>}
        {best !== null && <WinnerActions study={study} trial={best} />}
        {best !== null && isTooSlow(study, best.latency_ms) && (
          <Alert
            type="warning"
            showIcon
            title={t("tuning.latency.tooSlow", { limit: latency(study.latency_limit_ms ?? 0) })}
          />
        )}
        {study.error !== null && (
          <Alert
            type="error"
            showIcon
            title={t("tuning.study.failed")}
            description={codedText(t, study.error.code, study.error.params, study.error.message)}
          />
        )}
        {study.error === null && counts.failed > 0 && (
          <Alert
            type="warning"
            showIcon
            title={t("tuning.study.someFailed", { count: counts.failed })}
          />
        )}
      </div>
    </Panel>
  );
}

/** Which round a population is in: that of its newest trial. */
function RoundStat({ study, trials }: Pick<StatusPanelProps, "study" | "trials">) {
  const { t, i18n } = useTranslation();
  const newest = Math.max(-1, ...trials.map(({ number }) => number));
  const size = study.population?.size;
  const done = newest < 0 ? 0 : (roundOf(study, newest) ?? 0);
  const write = (value: number) => formatCount(value, i18n.language);
  return (
    <Stat
      label={<Term name="population">{t("tuning.line.round")}</Term>}
      value={
        study.max_trials === null || size === undefined
          ? write(done)
          : t("tuning.study.of", {
              done: write(done),
              total: write(numRounds(study.max_trials, size)),
            })
      }
      detail={t("tuning.line.members", { count: size ?? 0 })}
    />
  );
}
