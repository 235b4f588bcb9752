import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { ChartFrame } from "@/components/charts/chart-frame";
import { axis, Figure, legend } from "@/components/charts/figure";
import { shareEnd, shareStart } from "@/components/charts/share-axis";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { formatMetric } from "@/i18n/format";
import { useThemeMode } from "@/styles/theme-mode";
import { token } from "@/styles/tokens";

import type { Study, Trial } from "../types";
import { useScore } from "../use-score";
import { baselineOf, bestByNumber } from "./progress";
import { roundEnds } from "./rounds";

/** Diameter of a trial, in pixels. */
const DOT = 8;
const LINE_ICON = "path://M0 0h16v3h-16z";

interface BestChartProps {
  study: Study;
  trials: readonly Trial[];
  onOpen: (number: number) => void;
}

/** Every score as a dot, the best until then as a line, and the default settings' as a mark. */
export function BestChart({ study, trials, onOpen }: BestChartProps) {
  const { t, i18n } = useTranslation();
  const mode = useThemeMode();
  const score = useScore(study);
  const best = useMemo(() => bestByNumber(trials, study), [trials, study]);
  // The first interval of a population is no model trained with the default settings.
  const baseline = study.population === null ? baselineOf(trials) : undefined;
  const ends = useMemo(
    () => roundEnds(study, Math.max(0, ...trials.map(({ number }) => number))),
    [study, trials],
  );

  // The best of all trials lies on the other side of the default settings than their name.
  const isMaximized = study.direction === "maximize";

  const option = useMemo(() => {
    const dots = (state: Trial["state"]) =>
      trials
        .filter((trial) => trial.state === state && trial.score !== null)
        .map(({ number, score: value }) => ({ name: String(number), value: [number, value] }));
    const format = (value: unknown) => (typeof value === "number" ? score.text(value) : "");
    const line = t("tuning.study.bestLine");
    const series = [
      {
        type: "line",
        name: line,
        step: "end",
        showSymbol: false,
        color: token(mode, "primary"),
        lineStyle: { width: 2 },
        data: best.map((point) => [point.number, point.score]),
        markLine: {
          silent: true,
          symbol: "none",
          lineStyle: { type: "dashed", color: token(mode, "line-strong") },
          label: {
            position: isMaximized ? "insideEndBottom" : "insideEndTop",
            color: token(mode, "muted"),
            formatter: "",
          },
          data: [
            ...(baseline === undefined
              ? []
              : [{ yAxis: baseline.score, label: { formatter: t("tuning.study.baselineMark") } }]),
            ...ends.map((xAxis) => ({ xAxis, lineStyle: { type: "dotted" } })),
          ],
        },
      },
      dotSeries(t("tuning.trial.state.complete"), dots("complete"), token(mode, "series-2")),
      {
        ...dotSeries(t("tuning.trial.state.pruned"), dots("pruned"), token(mode, "line-strong")),
        itemStyle: {
          color: token(mode, "panel"),
          borderColor: token(mode, "line-strong"),
          borderWidth: 2,
        },
      },
    ].filter(({ data }) => data.length > 0);
    return {
      grid: { left: 12, right: 16, top: 40, bottom: 28, containLabel: true },
      tooltip: { trigger: "item", confine: true, formatter: tooltipText(t, format) },
      xAxis: axis(mode, {
        type: "value",
        name: t("tuning.study.trialNumber"),
        nameLocation: "middle",
        nameGap: 26,
        min: "dataMin",
        max: "dataMax",
        minInterval: 1,
        splitLine: { show: false },
      }),
      yAxis: axis(mode, {
        type: "value",
        scale: true,
        ...(score.unit === "share" && { min: shareStart, max: shareEnd }),
        axisLabel: { formatter: format },
      }),
      legend: legend(mode, {
        itemHeight: DOT,
        data: series.map(({ name }) => ({ name, icon: name === line ? LINE_ICON : "circle" })),
      }),
      series,
    };
  }, [baseline, best, ends, isMaximized, mode, score, t, trials]);

  const table = {
    columns: [t("tuning.study.trialNumber"), score.name, t("tuning.study.bestLine")],
    rows: trials
      .filter((trial) => trial.score !== null)
      .map((trial) => [
        trial.number,
        formatMetric(trial.score ?? 0, i18n.language),
        formatMetric(
          best.findLast(({ number }) => number <= trial.number)?.score ?? Number.NaN,
          i18n.language,
        ),
      ]),
  };
  if (table.rows.length === 0) {
    return (
      <Panel title={t("tuning.study.best")}>
        <EmptyState title={t("tuning.study.noScores.title")}>
          {t(`tuning.study.noScores.${study.state === "running" ? "running" : "ended"}`)}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel>
      <ChartFrame title={t("tuning.study.best")} detail={score.name} table={table}>
        <Figure
          option={option}
          height={264}
          onOpen={(name) => /^\d+$/.test(name) && onOpen(Number(name))}
        />
      </ChartFrame>
    </Panel>
  );
}

interface Dot {
  name: string;
  value: (number | null)[];
}

function dotSeries(name: string, data: Dot[], color: string) {
  return {
    type: "line",
    name,
    color,
    data,
    lineStyle: { opacity: 0 },
    symbol: "circle",
    symbolSize: DOT,
    showSymbol: true,
  };
}

function tooltipText(t: TFunction, format: (value: unknown) => string) {
  return ({ value, seriesName }: { value: unknown; seriesName: string }) => {
    const [number, score] = value as [number, number];
    return t("tuning.study.dot", { number, score: format(score), series: seriesName });
  };
}
