import { DownloadOutlined } from "@ant-design/icons";
import { Button, Segmented } from "antd";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { BarChart } from "@/components/charts/bar-chart";
import { LineChart } from "@/components/charts/line-chart";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { Stat, Stats } from "@/components/ui/stat";
import { Term } from "@/components/ui/term";
import { formatCount, formatDuration, formatPercent } from "@/i18n/format";

import { useStatistics } from "../api/use-statistics";
import type { CallStatistics } from "../types";
import styles from "./endpoint.module.css";
import { PERIODS, usePeriod } from "./use-period";

const COLUMNS = ["time", "num_calls", "num_errors", "latency_p50_ms", "latency_p95_ms"] as const;

/** The points of the charts as a table. */
function asCsv({ series }: CallStatistics): string {
  const rows = series.map((point) => COLUMNS.map((name) => point[name] ?? "").join(","));
  return [COLUMNS.join(","), ...rows, ""].join("\r\n");
}

/** Who uses it, how fast it answers, and what it says. */
export function StatisticsPanel({ deploymentId }: { deploymentId: string }) {
  const { t } = useTranslation();
  const [hours, setHours] = usePeriod();
  const statistics = useStatistics(deploymentId, hours);
  return (
    <Panel
      title={t("deployments.statistics.title")}
      extra={
        <div className={styles.row}>
          <Segmented
            size="small"
            aria-label={t("deployments.statistics.period")}
            value={hours}
            onChange={setHours}
            options={PERIODS.map((value) => ({
              value,
              label: t(`deployments.statistics.hours.${value}`),
            }))}
          />
          <Button
            size="small"
            icon={<DownloadOutlined />}
            disabled={!statistics.data?.num_calls}
            download="calls.csv"
            href={
              statistics.data &&
              `data:text/csv;charset=utf-8,${encodeURIComponent(asCsv(statistics.data))}`
            }
          >
            {t("deployments.statistics.download")}
          </Button>
        </div>
      }
    >
      {statistics.isError && statistics.data === undefined ? (
        <ErrorState error={statistics.error} onRetry={() => void statistics.refetch()} />
      ) : statistics.data === undefined ? (
        <RowsSkeleton count={4} />
      ) : statistics.data.num_calls === 0 ? (
        <EmptyState title={t("deployments.statistics.empty.title")}>
          {t("deployments.statistics.empty.text")}
        </EmptyState>
      ) : (
        <Figures statistics={statistics.data} />
      )}
    </Panel>
  );
}

function Figures({ statistics }: { statistics: CallStatistics }) {
  const { t, i18n } = useTranslation();
  const count = useCallback((value: number) => formatCount(value, i18n.language), [i18n.language]);
  const duration = useCallback(
    (ms: number) => formatDuration(ms / 1000, i18n.language),
    [i18n.language],
  );
  const latency = (ms: number | null) => (ms === null ? "–" : duration(ms));
  const { num_calls, num_errors, series } = statistics;
  const at = (time: string) => Date.parse(time);
  const labels = Object.entries(statistics.labels).sort((one, other) => other[1] - one[1]);
  return (
    <div className={styles.sections}>
      <Stats>
        <Stat label={t("deployments.statistics.calls")} value={count(num_calls)} />
        <Stat
          label={t("deployments.statistics.errors")}
          value={count(num_errors)}
          detail={formatPercent(num_errors / num_calls, i18n.language)}
          tone={num_errors > 0 ? "danger" : undefined}
        />
        <Stat
          label={<Term name="latency">{t("deployments.statistics.p50")}</Term>}
          value={latency(statistics.latency_p50_ms)}
        />
        <Stat label={t("deployments.statistics.p95")} value={latency(statistics.latency_p95_ms)} />
        <Stat label={t("deployments.statistics.p99")} value={latency(statistics.latency_p99_ms)} />
      </Stats>
      <div className={styles.columns}>
        <LineChart
          title={t("deployments.statistics.callsOverTime")}
          xLabel={t("deployments.statistics.time")}
          xKind="time"
          format={count}
          height={200}
          series={[
            {
              name: t("deployments.statistics.calls"),
              points: series.map((point) => [at(point.time), point.num_calls] as const),
            },
            {
              name: t("deployments.statistics.errors"),
              points: series.map((point) => [at(point.time), point.num_errors] as const),
            },
          ]}
        />
        <LineChart
          title={t("deployments.statistics.latencyOverTime")}
          xLabel={t("deployments.statistics.time")}
          xKind="time"
          format={duration}
          height={200}
          series={(["latency_p50_ms", "latency_p95_ms"] as const).map((key) => ({
            name: key === "latency_p50_ms" ? "p50" : "p95",
            points: series.flatMap((point) => {
              const value = point[key];
              return value === null ? [] : [[at(point.time), value] as const];
            }),
          }))}
        />
      </div>
      <BarChart
        title={t("deployments.statistics.labels")}
        lying
        bars={labels.slice(0, 20).map(([name, value]) => ({ name, value }))}
      />
      <div className={styles.columns}>
        <BarChart
          title={t("deployments.statistics.callers")}
          lying
          bars={statistics.callers.slice(0, 20).map(({ id, name, num_calls: value }) => ({
            name: name ?? t("deployments.statistics.unknownCaller", { id: id.slice(0, 8) }),
            value,
          }))}
        />
        {num_errors > 0 && (
          <BarChart
            title={t("deployments.statistics.errorKinds")}
            lying
            bars={Object.entries(statistics.error_codes)
              .sort((one, other) => other[1] - one[1])
              .map(([code, value]) => ({
                name: t(`deployments.statistics.codes.${code}`, { defaultValue: code }),
                value,
              }))}
          />
        )}
      </div>
      <BarChart
        title={t("deployments.statistics.versions")}
        lying
        bars={Object.entries(statistics.versions).map(([name, value]) => ({
          name: `v${name}`,
          value,
        }))}
      />
    </div>
  );
}
