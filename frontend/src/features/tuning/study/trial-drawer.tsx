import { Alert, Drawer } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { LineChart } from "@/components/charts/line-chart";
import { CopyButton } from "@/components/ui/copy-button";
import { ErrorState } from "@/components/ui/error-state";
import { Duration } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { codedText } from "@/i18n/problem-text";

import { useTrial } from "../api/use-trial";
import { useTrialLog } from "../api/use-trial-log";
import type { Study, Trial, TrialDetail } from "../types";
import { useParameterTexts } from "../use-parameter-texts";
import { useScore } from "../use-score";
import { useLatencyText } from "./latency";
import { LinePanel } from "./line-panel";
import { roundOf } from "./rounds";
import styles from "./study.module.css";
import { TrialStateTag } from "./trial-state";
import { WinnerActions } from "./winner-actions";

interface TrialDrawerProps {
  study: Study;
  trial: Trial | undefined;
  onOpen: (number: number) => void;
  onClose: () => void;
}

/** One trial: its settings, what came of it, its curve, its log and its run. */
export function TrialDrawer({ study, trial, onOpen, onClose }: TrialDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      open={trial !== undefined}
      size="min(640px, 100vw)"
      onClose={onClose}
      title={trial && t("tuning.trial.title", { number: trial.number })}
    >
      {trial && <TrialSummary key={trial.number} {...{ study, trial, onOpen }} />}
    </Drawer>
  );
}

interface TrialSummaryProps {
  study: Study;
  trial: Trial;
  onOpen: (number: number) => void;
}

function TrialSummary({ study, trial, onOpen }: TrialSummaryProps) {
  const { t } = useTranslation();
  const texts = useParameterTexts();
  const score = useScore(study);
  const latency = useLatencyText();
  const detail = useTrial(study.id, trial.number, trial.revision);
  const base = `/projects/${study.project_id}`;
  const source = trial.copied_from;
  return (
    <div className={styles.stack}>
      {trial.error !== null && (
        <Alert
          type="error"
          showIcon
          title={t("tuning.trial.failed")}
          description={codedText(t, trial.error.code, trial.error.params, trial.error.message)}
        />
      )}
      {trial.state === "pruned" && (
        <Alert
          type="info"
          showIcon
          title={t("tuning.trial.pruned", { step: trial.num_steps })}
          description={t(`tuning.pruner.${study.pruner.kind}.text`)}
        />
      )}
      <dl className={styles.summary}>
        <dt>{t("tuning.trials.state")}</dt>
        <dd>
          <TrialStateTag state={trial.state} />
          {trial.is_best && ` ${t("tuning.trial.best")}`}
        </dd>
        <dt>{score.name}</dt>
        <dd>{trial.score === null ? "–" : score.text(trial.score)}</dd>
        {trial.latency_ms !== null && (
          <Setting name={t("tuning.trials.latency")}>{latency(trial.latency_ms)}</Setting>
        )}
        {study.space.parameters.map(({ name }) => (
          <Setting key={name} name={texts.name(name)}>
            {name in trial.settings
              ? texts.value(name, trial.settings[name])
              : t("tuning.trial.asDefault")}
          </Setting>
        ))}
        <dt>{t("tuning.trials.duration")}</dt>
        <dd>{trial.seconds === null ? "–" : <Duration seconds={trial.seconds} />}</dd>
        {trial.attempts > 1 && (
          <Setting name={t("tuning.trial.attempts")}>{String(trial.attempts)}</Setting>
        )}
        {study.population !== null && (
          <Setting name={t("tuning.line.round")}>{String(roundOf(study, trial.number))}</Setting>
        )}
        {source !== null && (
          <>
            <dt>{t("tuning.trial.from")}</dt>
            <dd>
              <Link to={`${base}/search/${source.study_id}?trial=${source.number}`}>
                {t("tuning.trial.title", { number: source.number })}
              </Link>
            </dd>
          </>
        )}
        {trial.training_run_id !== null && (
          <>
            <dt>{t("tuning.trial.run")}</dt>
            <dd>
              <Link to={`${base}/train/${trial.training_run_id}`}>{t("tuning.trial.openRun")}</Link>
            </dd>
          </>
        )}
      </dl>
      <WinnerActions study={study} trial={trial} />
      {detail.isError ? (
        <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
      ) : detail.data === undefined ? (
        <RowsSkeleton count={3} />
      ) : (
        <>
          <TrialCurve study={study} trial={detail.data} />
          {detail.data.line.length > 1 && (
            <LinePanel study={study} line={detail.data.line} onOpen={onOpen} />
          )}
        </>
      )}
      {trial.training_run_id !== null && (
        <TrialLog runId={trial.training_run_id} running={trial.state === "running"} />
      )}
    </div>
  );
}

function Setting({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function TrialCurve({ study, trial }: { study: Study; trial: TrialDetail }) {
  const { t } = useTranslation();
  const score = useScore(study);
  if (trial.curve.length === 0) return <p className={styles.muted}>{t("tuning.trial.noCurve")}</p>;
  return (
    <LineChart
      title={score.name}
      detail={t("tuning.trial.onValidation")}
      xLabel={t("ui.chart.epoch")}
      height={200}
      format={score.text}
      isShare={score.unit === "share"}
      series={[
        { name: score.name, points: trial.curve.map(([step = 0, value = 0]) => [step, value]) },
      ]}
    />
  );
}

function TrialLog({ runId, running }: { runId: string; running: boolean }) {
  const { t } = useTranslation();
  const log = useTrialLog(runId, running);
  const text = (log.data?.lines ?? []).join("\n");
  return (
    <Panel title={t("tuning.trial.log")} extra={text !== "" && <CopyButton text={text} />}>
      {log.isError ? (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} />
      ) : log.isPending ? (
        <RowsSkeleton count={2} />
      ) : text === "" ? (
        <p className={styles.muted}>{t("tuning.trial.logEmpty")}</p>
      ) : (
        // A region that scrolls must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles.log} tabIndex={0}>
          {text}
        </pre>
      )}
    </Panel>
  );
}
