import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { ChartFrame } from "@/components/charts/chart-frame";
import { axis, Figure } from "@/components/charts/figure";
import { Panel } from "@/components/ui/panel";
import { useThemeMode } from "@/styles/theme-mode";
import { token } from "@/styles/tokens";

import type { Study, Trial } from "../types";
import { useScore } from "../use-score";
import { frontOf, timedTrials, useLatencyText, type TimedTrial } from "./latency";
import styles from "./study.module.css";

interface LatencyChartProps {
  study: Study;
  trials: readonly Trial[];
  onOpen: (number: number) => void;
}

const FAR = 2;
const MARGIN = 1.05;

/** Score against the time of an answer; the line joins what no other trial beats in both. */
export function LatencyChart({ study, trials, onOpen }: LatencyChartProps) {
  const { t } = useTranslation();
  const mode = useThemeMode();
  const score = useScore(study);
  const latency = useLatencyText();
  const timed = useMemo(() => timedTrials(trials), [trials]);
  const front = useMemo(() => frontOf(timed, study.direction), [timed, study.direction]);

  const option = useMemo(() => {
    const beaten = timed.filter((trial) => !front.includes(trial));
    const limit = study.latency_limit_ms;
    return {
      grid: { left: 12, right: 24, top: 40, bottom: 28, containLabel: true },
      tooltip: {
        trigger: "item",
        confine: true,
        formatter: ({ name, value }: { name: string; value: [number, number] }) =>
          t("tuning.latency.dot", {
            number: name,
            score: score.text(value[1]),
            time: latency(value[0]),
          }),
      },
      xAxis: axis(mode, {
        type: "value",
        name: t("tuning.latency.axis"),
        nameLocation: "middle",
        nameGap: 26,
        min: 0,
        // A limit far beyond all trials would press them into a corner.
        max: ({ max }: { max: number }) =>
          limit !== null && limit <= FAR * max ? Math.max(max, limit) * MARGIN : max * MARGIN,
        axisLabel: { showMaxLabel: false },
        splitLine: { show: false },
      }),
      yAxis: axis(mode, { type: "value", scale: true, axisLabel: { formatter: score.text } }),
      series: [
        {
          type: "line",
          name: t("tuning.latency.front"),
          color: token(mode, "primary"),
          step: "end",
          lineStyle: { width: 2 },
          symbol: "circle",
          symbolSize: 9,
          showSymbol: true,
          data: front.map(dot),
          markLine: limit !== null && {
            silent: true,
            symbol: "none",
            lineStyle: { type: "dashed", color: token(mode, "line-strong") },
            label: { color: token(mode, "muted"), formatter: t("tuning.latency.limit") },
            data: [{ xAxis: limit }],
          },
        },
        {
          type: "line",
          name: t("tuning.latency.others"),
          color: token(mode, "series-2"),
          lineStyle: { opacity: 0 },
          symbol: "circle",
          symbolSize: 7,
          showSymbol: true,
          data: beaten.map(dot),
        },
      ].filter(({ data }) => data.length > 0),
    };
  }, [front, latency, mode, score, study.latency_limit_ms, t, timed]);

  // One point is no comparison; the table of trials has it.
  if (timed.length < 2) return null;
  const table = {
    columns: [
      t("tuning.latency.trial"),
      score.name,
      t("tuning.trials.latency"),
      t("tuning.latency.isFront"),
    ],
    rows: timed.map((trial) => [
      trial.number,
      score.text(trial.score),
      latency(trial.latency),
      t(front.includes(trial) ? "tuning.latency.yes" : "tuning.latency.no"),
    ]),
  };
  return (
    <Panel>
      <ChartFrame title={t("tuning.latency.title")} detail={score.name} table={table}>
        <Figure
          option={option}
          height={264}
          onOpen={(name) => /^\d+$/.test(name) && onOpen(Number(name))}
        />
      </ChartFrame>
      <p className={styles.muted}>{t("tuning.latency.note")}</p>
    </Panel>
  );
}

function dot({ number, score, latency }: TimedTrial) {
  return { name: String(number), value: [latency, score] };
}
