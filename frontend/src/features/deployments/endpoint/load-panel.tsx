import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { LineChart } from "@/components/charts/line-chart";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { formatBytes, formatDuration, formatNumber } from "@/i18n/format";

import { useLoad } from "../api/use-load";
import type { DeploymentLoad, LoadPoint } from "../types";
import styles from "./endpoint.module.css";
import { usePeriod } from "./use-period";

/** So many of the newest revisions are drawn: more lines are told apart by nobody. */
const DRAWN = 6;
const FROM_ZERO = [0] as const;

/** What the revisions cost this machine, and where the time of calls goes. */
export function LoadPanel({ deploymentId }: { deploymentId: string }) {
  const { t } = useTranslation();
  const [hours] = usePeriod();
  const load = useLoad(deploymentId, hours);
  return (
    <Panel title={t("deployments.load.title")}>
      {load.isError && load.data === undefined ? (
        <ErrorState error={load.error} onRetry={() => void load.refetch()} />
      ) : load.data === undefined ? (
        <RowsSkeleton count={4} />
      ) : load.data.revisions.length === 0 ? (
        <EmptyState title={t("deployments.load.empty.title")}>
          {t("deployments.load.empty.text")}
        </EmptyState>
      ) : (
        <Charts load={load.data} until={load.dataUpdatedAt} />
      )}
    </Panel>
  );
}

/** Charts of a load that was read at `until`, in milliseconds since 1970. */
function Charts({ load, until }: { load: DeploymentLoad; until: number }) {
  const { t, i18n } = useTranslation();
  const number = useCallback(
    (value: number) => formatNumber(value, i18n.language, 2),
    [i18n.language],
  );
  const bytes = useCallback((value: number) => formatBytes(value, i18n.language), [i18n.language]);
  const duration = useCallback(
    (ms: number) => formatDuration(ms / 1000, i18n.language),
    [i18n.language],
  );
  const seriesOf = (key: Exclude<keyof LoadPoint, "time">) =>
    load.revisions.slice(0, DRAWN).flatMap(({ revision, points }) => {
      const known = points.flatMap((point) => {
        const value = point[key];
        return value === null ? [] : [[Date.parse(point.time), value] as const];
      });
      const name = t("deployments.comparison.number", { number: revision });
      return known.length === 0 ? [] : [{ name, points: known }];
    });
  const charts = (
    [
      ["cpu", "cpu_cores", number],
      ["memory", "memory_bytes", bytes],
      ["queue", "queue_ms", duration],
      ["batch", "batch_size", number],
    ] as const
  ).map(([name, key, format]) => ({ name, format, series: seriesOf(key) }));
  return (
    <div className={styles.columns}>
      {charts
        // Without calls nothing waited.
        .filter(({ series }) => series.length > 0)
        .map(({ name, format, series }) => (
          <LineChart
            key={name}
            title={t(`deployments.load.${name}`)}
            xLabel={t("deployments.statistics.time")}
            xKind="time"
            format={format}
            yRange={FROM_ZERO}
            xEnd={Math.max(until, ...series.flatMap(({ points }) => points.map(([time]) => time)))}
            height={180}
            series={series}
          />
        ))}
    </div>
  );
}
