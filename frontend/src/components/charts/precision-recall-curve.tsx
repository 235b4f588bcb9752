import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatPercent } from "@/i18n/format";
import { token } from "@/styles/tokens";
import { useThemeMode } from "@/styles/theme-mode";

import { ChartFrame } from "./chart-frame";
import { axis, Figure } from "./figure";

export interface PrecisionRecallPoint {
  threshold: number;
  precision: number;
  recall: number;
}

interface PrecisionRecallCurveProps {
  title: string;
  detail?: ReactNode;
  /** Ordered by threshold. */
  points: PrecisionRecallPoint[];
  /** The operating point in use; the nearest stored point is marked. */
  threshold?: number;
  height?: number;
}

/** What is gained in recall and paid in precision as the threshold falls. */
export function PrecisionRecallCurve(props: PrecisionRecallCurveProps) {
  const { title, detail, points, threshold, height } = props;
  const { t, i18n } = useTranslation();
  const mode = useThemeMode();

  const option = useMemo(() => {
    const percent = (value: number) => formatPercent(value, i18n.language);
    const share = (name: string, nameGap: number) =>
      axis(mode, {
        type: "value",
        name,
        nameLocation: "middle",
        nameGap,
        min: 0,
        max: 1,
        axisLabel: { formatter: percent },
      });
    const chosen = threshold === undefined ? undefined : nearest(points, threshold);
    return {
      grid: { left: 28, right: 24, top: 12, bottom: 28, containLabel: true },
      legend: { show: false },
      tooltip: { trigger: "item", confine: true },
      xAxis: share(t("ui.chart.recall"), 30),
      // Room for the widest tick, “100%”.
      yAxis: share(t("ui.chart.precision"), 44),
      series: [
        {
          type: "line",
          step: "end",
          showSymbol: false,
          lineStyle: { width: 2 },
          data: points.map(({ recall, precision }) => [recall, precision]),
        },
        {
          type: "line",
          data: chosen === undefined ? [] : [[chosen.recall, chosen.precision]],
          symbol: "circle",
          symbolSize: 12,
          itemStyle: {
            color: token(mode, "primary"),
            borderColor: token(mode, "panel"),
            borderWidth: 2,
          },
        },
      ],
    };
  }, [i18n.language, mode, points, t, threshold]);

  const table = {
    columns: [t("ui.chart.threshold"), t("ui.chart.precision"), t("ui.chart.recall")],
    rows: points.map((point) => [
      point.threshold.toFixed(3),
      formatPercent(point.precision, i18n.language),
      formatPercent(point.recall, i18n.language),
    ]),
  };
  return (
    <ChartFrame title={title} detail={detail} table={table}>
      <Figure option={option} height={height} />
    </ChartFrame>
  );
}

function nearest(points: PrecisionRecallPoint[], threshold: number) {
  return points.reduce<PrecisionRecallPoint | undefined>((best, point) => {
    const distance = Math.abs(point.threshold - threshold);
    return best === undefined || distance < Math.abs(best.threshold - threshold) ? point : best;
  }, undefined);
}
