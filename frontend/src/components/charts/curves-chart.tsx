import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatMetric } from "@/i18n/format";
import { useThemeMode } from "@/styles/theme-mode";

import { ChartFrame } from "./chart-frame";
import { curvesOption } from "./curves-option";
import { Figure } from "./figure";

/** One line; `low` and `high` draw a band around it. */
export interface Curve {
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly (number | null)[];
  readonly low?: readonly (number | null)[] | null;
  readonly high?: readonly (number | null)[] | null;
  /** Position in the series of colours, for curves that belong together; the own one when absent. */
  readonly color?: number;
  /** Drawn thin: what others are compared with. */
  readonly isFaint?: boolean;
}

interface CurvesChartProps {
  title: string;
  detail?: ReactNode;
  xLabel: string;
  yLabel?: string;
  /** "time" reads x as milliseconds since 1970. */
  xKind?: "value" | "time";
  curves: readonly Curve[];
  /** Draw the line where x and y are equal. */
  diagonal?: boolean;
  /** Marks instead of lines. */
  points?: boolean;
  height?: number;
}

/** More rows than this would only slow the page; the image shows them all. */
const MAX_TABLE_ROWS = 2000;

/** Curves over numbers or time, with bands and the ideal line. */
export function CurvesChart(props: CurvesChartProps) {
  const { title, detail, xLabel, yLabel, xKind = "value", curves, diagonal, points } = props;
  const { i18n } = useTranslation();
  const mode = useThemeMode();
  const option = useMemo(
    () =>
      curvesOption({
        mode,
        xLabel,
        yLabel,
        xKind,
        curves,
        diagonal: diagonal ?? false,
        points: points ?? false,
        format: (value) => formatMetric(value, i18n.language),
      }),
    [mode, xLabel, yLabel, xKind, curves, diagonal, points, i18n.language],
  );
  const table = useMemo(() => {
    const number = (value: number | null | undefined) =>
      value === null || value === undefined ? "" : formatMetric(value, i18n.language);
    const lookups = curves.map(({ x, y }) => new Map(x.map((at, index) => [at, y[index]])));
    const xs = [...new Set(curves.flatMap(({ x }) => [...x]))].sort((a, b) => a - b);
    return {
      columns: [xLabel, ...curves.map(({ name }) => name)],
      rows: xs
        .slice(0, MAX_TABLE_ROWS)
        .map((x) => [
          xKind === "time" ? new Date(x).toLocaleString(i18n.language) : number(x),
          ...lookups.map((lookup) => number(lookup.get(x))),
        ]),
    };
  }, [curves, i18n.language, xKind, xLabel]);
  return (
    <ChartFrame title={title} detail={detail} table={table}>
      <Figure option={option} height={props.height ?? 280} />
    </ChartFrame>
  );
}
