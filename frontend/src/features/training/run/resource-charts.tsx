import { memo, useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { LineChart } from "@/components/charts/line-chart";
import type { Point } from "@/components/charts/smoothing";
import { Panel } from "@/components/ui/panel";
import { formatBytes, formatCount, formatPercent } from "@/i18n/format";

import type { ResourcePoint } from "./live";
import styles from "./run.module.css";

const WHOLE: [number, number] = [0, 1];
const HEIGHT = 150;

interface ResourceChartsProps {
  points: ResourcePoint[];
}

/** What the run used of the machine over its time; nothing of what nobody measures. */
export const ResourceCharts = memo(function ResourceCharts({ points }: ResourceChartsProps) {
  const { t, i18n } = useTranslation();
  const share = useCallback((value: number) => formatPercent(value, i18n.language, 0), [i18n]);
  const bytes = useCallback((value: number) => formatBytes(value, i18n.language), [i18n]);
  const rate = useCallback(
    (value: number) =>
      t("training.run.samplesPerSecond", { value: formatCount(Math.round(value), i18n.language) }),
    [t, i18n],
  );
  const last = points.at(-1);
  if (last === undefined || points.length < 2) return null;
  const cores = last.num_cores;
  const total = last.memory_total_bytes;
  const gpuTotal = last.accelerator_memory_total_bytes;
  return (
    <Panel title={t("training.run.resources")}>
      <div className={styles.charts}>
        <ResourceChart
          title={cores == null ? t("training.run.cpu") : t("running.cpuOf", { count: cores })}
          points={points}
          of={(point) => point.cpu_percent / 100 / (point.num_cores ?? 1)}
          format={share}
          range={cores == null ? undefined : WHOLE}
        />
        <ResourceChart
          title={
            total == null
              ? t("training.run.memory")
              : t("running.memoryOf", { total: bytes(total) })
          }
          points={points}
          of={(point) => point.memory_bytes}
          format={bytes}
          from={0}
        />
        <ResourceChart
          title={t("running.gpu")}
          points={points}
          of={(point) => (point.accelerator_percent ?? NaN) / 100}
          format={share}
          range={WHOLE}
        />
        <ResourceChart
          title={
            gpuTotal == null
              ? t("training.run.acceleratorMemory")
              : t("running.gpuMemoryOf", { total: bytes(gpuTotal) })
          }
          points={points}
          of={(point) => point.accelerator_memory_bytes ?? NaN}
          format={bytes}
          from={0}
        />
        <ResourceChart
          title={t("training.run.speed")}
          points={points}
          of={(point) => point.samples_per_second ?? NaN}
          format={rate}
          from={0}
        />
      </div>
    </Panel>
  );
});

interface ResourceChartProps {
  title: string;
  points: ResourcePoint[];
  /** Not a number where nothing was measured. */
  of: (point: ResourcePoint) => number;
  format: (value: number) => string;
  range?: [number, number];
  /** The least value of the axis, where the largest is not known. */
  from?: number;
}

function ResourceChart({ title, points, of, format, range, from }: ResourceChartProps) {
  const { t } = useTranslation();
  const measured = points
    .map((point): Point => [Date.parse(point.time), of(point)])
    .filter(([, value]) => !Number.isNaN(value));
  const most = Math.max(0, ...measured.map(([, value]) => value));
  const low = range?.[0] ?? from;
  const high = range?.[1] ?? (from === undefined ? undefined : most * 1.1);
  const yRange = useMemo(
    (): [number, number] | undefined =>
      low === undefined || high === undefined ? undefined : [low, high],
    [low, high],
  );
  if (measured.length < 2) return null;
  return (
    <LineChart
      title={title}
      xLabel={t("running.time")}
      xKind="time"
      format={format}
      yRange={yRange}
      height={HEIGHT}
      series={[{ name: title, points: measured }]}
    />
  );
}
