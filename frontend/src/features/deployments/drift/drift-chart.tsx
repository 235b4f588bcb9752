import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { LineChart } from "@/components/charts/line-chart";
import { formatNumber } from "@/i18n/format";

import type { DriftWindow } from "../types";

/** How far each window was from the threshold that is the same for all: 1. */
export function DriftChart({ windows }: { windows: readonly DriftWindow[] }) {
  const { t, i18n } = useTranslation();
  const format = useCallback(
    (value: number) => formatNumber(value, i18n.language, 3),
    [i18n.language],
  );
  const series = useMemo(() => {
    const points = windows
      .flatMap(({ last_at, excess }) =>
        excess === null ? [] : [[Date.parse(last_at), excess] as const],
      )
      .toReversed();
    return [
      { name: t("drift.chart.excess"), points },
      { name: t("drift.chart.threshold"), points: points.map(([time]) => [time, 1] as const) },
    ];
  }, [t, windows]);
  if (series[0]?.points.length === 0) return null;
  return (
    <LineChart
      title={t("drift.chart.title")}
      detail={t("drift.chart.detail")}
      xLabel={t("drift.chart.time")}
      xKind="time"
      format={format}
      height={200}
      series={series}
    />
  );
}
