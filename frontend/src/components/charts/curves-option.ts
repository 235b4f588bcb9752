import { seriesColors, token, type ThemeMode } from "@/styles/tokens";

import type { Curve } from "./curves-chart";
import { axis } from "./figure";

interface Wanted {
  mode: ThemeMode;
  xLabel: string;
  yLabel?: string;
  xKind: "value" | "time";
  curves: readonly Curve[];
  diagonal: boolean;
  points: boolean;
  format: (value: number) => string;
}

const MARKED_POINTS = 30;

/** The echarts option of a set of curves. */
export function curvesOption(wanted: Wanted) {
  const { mode, xLabel, yLabel, xKind, curves, diagonal, points, format } = wanted;
  const colors = seriesColors(mode);
  const colorOf = (curve: Curve, index: number) => colors[(curve.color ?? index) % colors.length];
  return {
    // The name of y stands above its axis, under the legend.
    grid: { left: 12, right: 20, top: curves.length > 1 ? 56 : 32, bottom: 28, containLabel: true },
    legend: {
      top: 0,
      left: 0,
      type: "scroll",
      icon: "roundRect",
      itemHeight: 3,
      itemWidth: 16,
      textStyle: { color: token(mode, "ink") },
      data: curves.map(({ name }) => name),
      show: curves.length > 1,
    },
    tooltip: {
      trigger: points ? "item" : "axis",
      confine: true,
      valueFormatter: (value: unknown) => (typeof value === "number" ? format(value) : ""),
    },
    xAxis: axis(mode, {
      type: xKind,
      name: xLabel,
      nameLocation: "middle",
      nameGap: 26,
      scale: true,
      splitLine: { show: false },
    }),
    yAxis: axis(mode, {
      type: "value",
      name: yLabel,
      scale: true,
      max: maxOf(curves),
      axisLine: { show: false },
      nameTextStyle: { align: "left", color: token(mode, "muted") },
      nameLocation: "end",
      axisLabel: { formatter: format },
    }),
    series: [
      ...curves.flatMap((curve, index) => bandOf(curve, index, colorOf(curve, index))),
      ...curves.map((curve, index) => lineOf(curve, colorOf(curve, index), points)),
      ...(diagonal ? [diagonalOf(curves, mode)] : []),
    ],
  };
}

/** Shares that come near to all end at all: an axis beyond it would promise more. */
function maxOf(curves: readonly Curve[]): number | undefined {
  const top = Math.max(...curves.flatMap(({ y, high }) => [...y, ...(high ?? [])]).map(Number));
  return top > 0.9 && top <= 1 ? 1 : undefined;
}

function lineOf(curve: Curve, color: string | undefined, points: boolean) {
  return {
    type: "line",
    name: curve.name,
    color,
    data: curve.x.map((x, index) => [x, curve.y[index] ?? null]),
    lineStyle: points ? { opacity: 0 } : { width: curve.isFaint ? 1.25 : 2 },
    itemStyle: points ? { opacity: 0.7 } : {},
    showSymbol: points || curve.x.length <= MARKED_POINTS,
    symbolSize: points ? 5 : 4,
  };
}

/** The lower end and, stacked upon it, the width of the band. */
function bandOf({ name, x, low, high }: Curve, index: number, color: string | undefined) {
  if (low == null || high == null) return [];
  const shared = {
    type: "line",
    stack: `band ${index}`,
    stackStrategy: "all",
    showSymbol: false,
    silent: true,
    tooltip: { show: false },
    lineStyle: { opacity: 0 },
    color,
  };
  const at = (values: readonly (number | null)[], position: number) => values[position] ?? null;
  return [
    { ...shared, name: `${name} low`, data: x.map((value, i) => [value, at(low, i)]) },
    {
      ...shared,
      name: `${name} high`,
      areaStyle: { color, opacity: 0.18 },
      data: x.map((value, i) => {
        const [bottom, top] = [at(low, i), at(high, i)];
        return [value, bottom === null || top === null ? null : top - bottom];
      }),
    },
  ];
}

function diagonalOf(curves: readonly Curve[], mode: ThemeMode) {
  const xs = curves.flatMap(({ x }) => [...x]);
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  return {
    type: "line",
    name: "y = x",
    silent: true,
    showSymbol: false,
    tooltip: { show: false },
    color: token(mode, "line-strong"),
    lineStyle: { width: 1, type: "dashed" },
    data: xs.length === 0 ? [] : [low, high].map((value) => [value, value]),
  };
}
