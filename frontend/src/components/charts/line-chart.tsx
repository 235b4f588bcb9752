import { Slider } from "antd";
import { useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { seriesColors } from "@/styles/tokens";
import { useThemeMode } from "@/styles/theme-mode";

import { ChartFrame } from "./chart-frame";
import { axis, Figure } from "./figure";
import { shareEnd, shareStart } from "./share-axis";
import { smoothed, type Point } from "./smoothing";

export interface LineSeries {
  name: string;
  /** In the order in which they are joined. */
  points: readonly Point[];
  /** What stands beside each point. */
  labels?: readonly string[];
}

interface LineChartProps {
  title: string;
  detail?: ReactNode;
  xLabel: string;
  series: LineSeries[];
  /** How y is written on the axis, in the tooltip and in the table. */
  format: (value: number) => string;
  /** "time" reads x as milliseconds since 1970. */
  xKind?: "value" | "time";
  /** Offer a smoothing slider; the raw curve stays visible behind. */
  smoothing?: boolean;
  /** Where y begins, and where it ends if that is known. */
  yRange?: readonly [from: number, to?: number];
  /** y is a part of a whole: without a range, the axis ends with the whole. */
  isShare?: boolean;
  /** Where x ends, when it goes on after the last point. */
  xEnd?: number;
  height?: number;
}

const MARKED_POINTS = 40;

const labelled = (labels: readonly string[]) => (value: Point, index: number) => ({
  value,
  label: { show: true, position: "top", formatter: labels[index] },
});

/** Curves over steps, epochs or time. */
export function LineChart(props: LineChartProps) {
  const { title, detail, xLabel, series, format, smoothing = false, yRange, height } = props;
  const { xKind = "value", isShare = false, xEnd } = props;
  const { t, i18n } = useTranslation();
  const mode = useThemeMode();
  const [weight, setWeight] = useState(0);

  const option = useMemo(() => {
    const colors = seriesColors(mode);
    const line = (
      { name, labels }: LineSeries,
      points: readonly Point[],
      color: string | undefined,
    ) => ({
      type: "line",
      name,
      data: labels === undefined ? points : points.map(labelled(labels)),
      labelLayout: { hideOverlap: true },
      color,
      lineStyle: { width: 2 },
      showSymbol: points.length <= MARKED_POINTS,
      symbolSize: 5,
    });
    const lines = series.flatMap((one, index) => {
      const { points } = one;
      const color = colors[index % colors.length];
      if (weight === 0) return [line(one, points, color)];
      const raw = { ...line(one, points, color), silent: true, tooltip: { show: false } };
      return [
        { ...raw, lineStyle: { width: 1, opacity: 0.3 }, showSymbol: false },
        line(one, smoothed(points, weight), color),
      ];
    });
    const xs = new Set(series.flatMap(({ points }) => points.map(([x]) => x)));
    const [only = 0] = xs;
    const whole = series.every(({ points }) => points.every(([x]) => Number.isInteger(x)));
    return {
      xAxis: axis(mode, {
        type: xKind,
        name: xLabel,
        nameLocation: "middle",
        nameGap: 26,
        // Epochs begin and end with the data; other numbers with round ones.
        ...(whole ? { min: "dataMin", max: "dataMax" } : { scale: true }),
        // Around a single epoch there would be halves of epochs.
        ...(whole && xKind === "value" && xs.size === 1 && { min: only - 1, max: only + 1 }),
        ...(xEnd !== undefined && { max: xEnd }),
        minInterval: whole ? 1 : 0,
        splitLine: { show: false },
      }),
      yAxis: axis(mode, {
        type: "value",
        scale: yRange === undefined,
        ...(isShare && yRange === undefined
          ? { min: shareStart, max: shareEnd }
          : { min: yRange?.[0], max: yRange?.[1] }),
        axisLine: { show: false },
        axisLabel: { formatter: format },
      }),
      grid: { left: 8, right: 16, top: 32, bottom: 24, containLabel: true },
      tooltip: { trigger: "axis", confine: true, valueFormatter: (value: number) => format(value) },
      series: lines,
    };
  }, [format, isShare, mode, series, weight, xEnd, xKind, xLabel, yRange]);

  const table = useMemo(() => {
    const xs = [...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))];
    xs.sort((a, b) => a - b);
    const lookups = series.map(({ points }) => new Map(points));
    const written = (x: number) =>
      xKind === "time"
        ? new Date(x).toLocaleString(i18n.language)
        : x.toLocaleString(i18n.language);
    return {
      columns: [xLabel, ...series.map(({ name }) => name)],
      rows: xs.map((x) => [
        written(x),
        ...lookups.map((lookup) => {
          const y = lookup.get(x);
          return y === undefined ? "" : format(y);
        }),
      ]),
    };
  }, [format, i18n.language, series, xKind, xLabel]);

  const slider = (
    <span style={{ display: "inline-flex", alignItems: "center", gap: 16 }}>
      <span>{t("ui.chart.smoothing")}</span>
      <Slider
        ariaLabelForHandle={t("ui.chart.smoothing")}
        style={{ width: 96, margin: 0 }}
        min={0}
        max={0.95}
        step={0.05}
        value={weight}
        onChange={setWeight}
      />
    </span>
  );

  return (
    <ChartFrame
      title={title}
      detail={detail}
      table={table}
      controls={smoothing ? slider : undefined}
    >
      <Figure option={option} height={height} />
    </ChartFrame>
  );
}
