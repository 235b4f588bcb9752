import {
  CheckCircleFilled,
  ClockCircleOutlined,
  MinusCircleOutlined,
  RightCircleFilled,
} from "@ant-design/icons";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Overview } from "@/api/types";
import { STEPS, type Step } from "@/components/projects/steps";
import { formatCount } from "@/i18n/format";

import styles from "./chain-strip.module.css";
import { nextActionPath, nextStep } from "./next-action";

type State = "done" | "begun" | "next" | "later";

/** What is counted otherwise of tables. */
const TABLE_UNITS: Partial<Record<Step, string>> = { data: "rows", label: "nothing" };

const ICONS: Record<State, ReactNode> = {
  done: <CheckCircleFilled />,
  next: <RightCircleFilled />,
  begun: <ClockCircleOutlined />,
  later: <MinusCircleOutlined />,
};

/** The chain as a map: each step's state, its number, and the one next action. */
export function ChainStrip({ overview }: { overview: Overview }) {
  const { t, i18n } = useTranslation();
  const { project, next_action, data, runs, models, deployments } = overview;
  const count = (value: number) => formatCount(value, i18n.language);
  const next = nextStep(overview);
  const path = nextActionPath(overview);
  const complete: Record<Step, boolean> = {
    data: data.num_samples > 0,
    label: data.num_samples > 0 && data.num_labelled === data.num_samples,
    train: runs.num > 0,
    models: models.num > 0,
    deploy: deployments.num > 0,
  };
  // Tables say themselves what is true of them: nobody labels them, and their rows are counted.
  const isTable = data.num_rows !== null;
  const figures: Record<Step, string> = {
    data: count(data.num_rows ?? data.num_samples),
    label:
      data.num_samples === 0 || isTable
        ? "–"
        : `${count(data.num_labelled)} / ${count(data.num_samples)}`,
    train: count(runs.num),
    models: count(models.num),
    deploy: `${count(deployments.running)} / ${count(deployments.num)}`,
  };
  const counted: Record<Step, number> = {
    data: data.num_rows ?? data.num_samples,
    label: data.num_labelled,
    train: runs.num,
    models: models.num,
    deploy: deployments.num,
  };
  return (
    <ol className={styles.strip}>
      {STEPS.map((step) => {
        const state = stateOf(step === next, complete[step], counted[step]);
        // While a training runs, there is nothing to begin but to wait for it.
        const shown = state === "next" && next_action === "wait" ? "begun" : state;
        return (
          <li key={step} className={`${styles.step} ${styles[shown]}`}>
            <Link to={`/projects/${project.id}/${step}`} className={styles.name}>
              <span aria-hidden className={styles.icon}>
                {ICONS[shown]}
              </span>
              {t(`projects.chain.${step}.name`)}
              <span className="visually-hidden">{t(`projects.chain.state.${shown}`)}</span>
            </Link>
            <span className={styles.figure}>{figures[step]}</span>
            <span className={styles.unit}>
              {t(
                `projects.chain.${step}.${isTable && step in TABLE_UNITS ? TABLE_UNITS[step] : "unit"}`,
                { count: counted[step] },
              )}
            </span>
            {state === "next" && path !== undefined && (
              <Link className={styles.action} to={path}>
                {t(`projects.next.${next_action}`)}
              </Link>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function stateOf(isNext: boolean, isComplete: boolean, count: number): State {
  if (isNext) return "next";
  if (isComplete) return "done";
  return count > 0 ? "begun" : "later";
}
