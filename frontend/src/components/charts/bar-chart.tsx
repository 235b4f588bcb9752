import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatCount } from "@/i18n/format";
import { token } from "@/styles/tokens";
import { useThemeMode } from "@/styles/theme-mode";

import { ChartFrame } from "./chart-frame";
import { axis, Figure } from "./figure";

export interface Bar {
  name: string;
  value: number;
  /** The bar's own colour, such as its label's; the primary one when absent. */
  color?: string;
}

interface BarChartProps {
  title: string;
  detail?: ReactNode;
  bars: Bar[];
  nameLabel?: string;
  valueLabel?: string;
  format?: (value: number) => string;
  /** Bars lie, names left of them: for names of any length. */
  lying?: boolean;
  /** A bar was chosen: show the samples it counts. */
  onOpen?: (name: string) => void;
  height?: number;
}

const BAR_HEIGHT = 26;

/** Amounts side by side. */
export function BarChart(props: BarChartProps) {
  const { title, detail, bars, nameLabel, valueLabel, lying = false, onOpen } = props;
  const { t, i18n } = useTranslation();
  const mode = useThemeMode();
  const format = useMemo(
    () => props.format ?? ((value: number) => formatCount(value, i18n.language)),
    [props.format, i18n.language],
  );

  const option = useMemo(() => {
    const names = axis(mode, {
      type: "category",
      data: bars.map(({ name }) => name),
      inverse: lying,
      axisLabel: { color: token(mode, "muted"), width: 140, overflow: "truncate" },
    });
    // Without an amount of 1 or more, an axis of counts would be divided into tenths.
    const steps = bars.every(({ value }) => Number.isInteger(value)) ? { minInterval: 1 } : {};
    const values = axis(mode, { type: "value", axisLabel: { formatter: format }, ...steps });
    return {
      grid: { left: 8, right: 48, top: 8, bottom: 8, containLabel: true },
      xAxis: lying ? values : names,
      yAxis: lying ? names : values,
      legend: { show: false },
      tooltip: { trigger: "item", confine: true, valueFormatter: format },
      series: [
        {
          type: "bar",
          barMaxWidth: 32,
          data: bars.map(({ name, value, color }) => ({
            name,
            value,
            itemStyle: { color: color ?? token(mode, "primary"), borderRadius: 2 },
          })),
          label: {
            show: lying || bars.length <= 20,
            position: lying ? "right" : "top",
            color: token(mode, "ink"),
            formatter: ({ value }: { value: number }) => format(value),
          },
        },
      ],
    };
  }, [bars, format, lying, mode]);

  const table = {
    columns: [nameLabel ?? t("ui.chart.name"), valueLabel ?? t("ui.chart.value")],
    rows: bars.map(({ name, value }) => [name, format(value)]),
  };
  const height = props.height ?? (lying ? bars.length * BAR_HEIGHT + 40 : undefined);
  return (
    <ChartFrame title={title} detail={detail} table={table}>
      <Figure option={option} height={height} onOpen={onOpen} />
    </ChartFrame>
  );
}
