import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { seriesColors, token } from "@/styles/tokens";
import { useThemeMode } from "@/styles/theme-mode";

import styles from "./figure.module.css";

interface FigureProps {
  option: EChartsCoreOption;
  height?: number;
  /** A mark was clicked; `name` is its category or series. */
  onOpen?: (name: string) => void;
}

/** Draw an echarts option in our colours; the library is loaded when the first chart is shown. */
export function Figure({ option, height = 260, onOpen }: FigureProps) {
  const mode = useThemeMode();
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType>();
  const open = useEffectEvent((name: string) => onOpen?.(name));

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let drawn: EChartsType | undefined;
    let left = false;
    const observer = new ResizeObserver(() => drawn?.resize());
    void import("./echarts").then(({ init }) => {
      if (left) return;
      drawn = init(element, null, { renderer: "svg" });
      drawn.on("click", ({ name }) => open(name));
      observer.observe(element);
      setChart(drawn);
    });
    return () => {
      left = true;
      observer.disconnect();
      drawn?.dispose();
      setChart(undefined);
    };
  }, []);

  useEffect(() => {
    chart?.setOption({ ...inOurColors(mode), ...option }, { notMerge: true });
  }, [chart, mode, option]);

  return <div ref={place} className={styles.image} style={{ height }} aria-hidden />;
}

function inOurColors(mode: "light" | "dark"): EChartsCoreOption {
  return {
    color: seriesColors(mode),
    animation: false,
    textStyle: { fontFamily: token(mode, "font-text"), color: token(mode, "muted"), fontSize: 12 },
    grid: { left: 8, right: 16, top: 32, bottom: 8, containLabel: true },
    legend: legend(mode, { icon: "roundRect", itemHeight: 3 }),
    tooltip: {
      trigger: "axis",
      confine: true,
      backgroundColor: token(mode, "panel"),
      borderColor: token(mode, "line"),
      textStyle: { color: token(mode, "ink"), fontSize: 12 },
    },
  };
}

/** A legend as all our charts draw it; `rest` says with which icons. */
export function legend(mode: "light" | "dark", rest: Record<string, unknown>): object {
  return {
    top: 0,
    left: 0,
    itemWidth: 16,
    textStyle: { color: token(mode, "ink") },
    type: "plain",
    ...rest,
  };
}

/** An axis as all our charts draw it. */
export function axis(mode: "light" | "dark", rest: Record<string, unknown>): object {
  return {
    axisLine: { lineStyle: { color: token(mode, "line-strong") } },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: token(mode, "line") } },
    nameTextStyle: { color: token(mode, "muted") },
    ...rest,
    axisLabel: { color: token(mode, "muted"), hideOverlap: true, ...(rest["axisLabel"] as object) },
  };
}
