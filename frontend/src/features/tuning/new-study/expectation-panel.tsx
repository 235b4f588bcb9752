import { Tag } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useEstimate } from "@/api/estimate";
import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { formatCount, formatDuration } from "@/i18n/format";

import type { Study } from "../types";
import { useParameterTexts } from "../use-parameter-texts";
import { trainingQuery, trialOptions, widthOf, type DraftProblem, type StudyDraft } from "./draft";
import { expected, trialSecondsOf } from "./estimate";
import { numCombinations, type Row } from "./range";
import { otherRefusals } from "./refusals";
import styles from "./new-study.module.css";

interface ExpectationPanelProps {
  projectId: string;
  /** Searches of this project, newest first. */
  studies: readonly Study[];
  draft: StudyDraft;
  rows: readonly Row[];
  problem: DraftProblem | undefined;
  error: unknown;
}

const FEW_TRIALS_A_PARAMETER = 4;

/** How long it will take, what the first trial is, and what is in the way. */
export function ExpectationPanel(props: ExpectationPanelProps) {
  const { projectId, studies, draft, rows, problem, error } = props;
  const { t, i18n } = useTranslation();
  const texts = useParameterTexts();
  const estimate = useEstimate(
    {
      dataset_version_ids: draft.versionIds,
      backbone: draft.backbones[0] ?? "",
      options: trialOptions(draft),
      target: draft.target,
    },
    draft.versionIds.length > 0,
  );
  const time = (seconds: number) => formatDuration(Math.max(1, Math.round(seconds)), i18n.language);
  const known = draft.backbones.map((key) =>
    estimate.data?.backbones.find((item) => item.key === key),
  );
  const earlier = trialSecondsOf(studies, draft);
  const runSeconds = known.map((item) => item?.seconds ?? null);
  const numParallel = widthOf(draft);
  const hope = expected({ ...draft, numParallel, runSeconds, earlier });
  const isMeasured = known.every((item) => item?.basis === "measured");
  const basis = earlier !== null ? "earlier" : isMeasured ? "measured" : "rough";
  const numVaried = rows.filter(({ isVaried }) => isVaried).length;
  const combinations = numCombinations(rows);
  const fixed = Object.keys(draft.options);
  return (
    <Panel title={t("tuning.new.expect.title")}>
      <div className={styles.stack}>
        <div>
          <p className={styles.figure}>
            {hope.seconds === null ? t("tuning.new.expect.unknown") : `≈ ${time(hope.seconds)}`}
          </p>
          <p className={styles.muted}>
            {hope.trialSeconds === null
              ? t("tuning.new.expect.noRun")
              : t(`tuning.new.expect.${basis}`, {
                  trials:
                    hope.numTrials === null ? "?" : formatCount(hope.numTrials, i18n.language),
                  time: time(hope.trialSeconds),
                  parallel: numParallel,
                })}{" "}
            {draft.pruner.kind !== "none" && t("tuning.new.expect.stopsEarly")}
          </p>
        </div>
        <p className={styles.muted}>
          {t("tuning.new.expect.varied", { count: numVaried })}{" "}
          {Number.isFinite(combinations) &&
            t("tuning.new.expect.combinations", { count: combinations })}
        </p>
        {draft.maxTrials !== null && draft.maxTrials < FEW_TRIALS_A_PARAMETER * numVaried && (
          <p className={styles.muted}>
            {t("tuning.new.expect.few", { count: FEW_TRIALS_A_PARAMETER * numVaried })}
          </p>
        )}
        <p className={styles.muted}>{t("tuning.new.expect.first")}</p>
        {fixed.length > 0 && (
          <div>
            <p className={styles.muted}>{t("tuning.new.expect.fixed")}</p>
            <div className={styles.fixed}>
              {leavesOf(draft.options).map(([name, value]) => (
                <Tag key={name}>{`${texts.name(name)}: ${texts.value(name, value)}`}</Tag>
              ))}
            </div>
          </div>
        )}
        <p className={styles.muted}>
          {t("tuning.new.expect.others")}{" "}
          <Link to={`/projects/${projectId}/train/new?${trainingQuery(draft)}`}>
            {t("tuning.new.expect.change")}
          </Link>
        </p>
        {problem !== undefined && (
          <p className={styles.wrong} role="status">
            {t(`tuning.new.problem.${problem}`)}
          </p>
        )}
        <ProblemAlert error={error} fields={otherRefusals(error)} />
      </div>
    </Panel>
  );
}

function leavesOf(options: object, prefix = ""): [string, unknown][] {
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? leavesOf(value, `${prefix}${name}.`)
      : [[prefix + name, Array.isArray(value) ? value.join(", ") : value] as [string, unknown]],
  );
}
