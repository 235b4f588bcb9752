import { Table, Tag } from "antd";
import { useTranslation } from "react-i18next";

import { formatCount, formatDuration, formatNumber } from "@/i18n/format";

import type { LoadStage, LoadTest } from "../types";

/** The figures of each stage that is over. */
export function StagesTable({ test }: { test: LoadTest }) {
  const { t, i18n } = useTranslation();
  const duration = (ms: number | null) =>
    ms === null ? "–" : formatDuration(ms / 1000, i18n.language);
  const number = (value: number | null) =>
    value === null ? "–" : formatNumber(value, i18n.language, 3);
  const figures = [
    { key: "rate", of: (stage: LoadStage) => number(stage.calls_per_second) },
    { key: "p50", of: (stage: LoadStage) => duration(stage.p50_ms) },
    { key: "p95", of: (stage: LoadStage) => duration(stage.p95_ms) },
    { key: "p99", of: (stage: LoadStage) => duration(stage.p99_ms) },
    { key: "serverCpu", of: (stage: LoadStage) => duration(stage.server_cpu_ms) },
    { key: "queue", of: (stage: LoadStage) => duration(stage.queue_ms) },
    { key: "batch", of: (stage: LoadStage) => number(stage.batch_size) },
    { key: "clientCpu", of: (stage: LoadStage) => number(stage.client_cpu_cores) },
  ] as const;
  return (
    <Table<LoadStage>
      size="small"
      // Two stages may have as many callers.
      dataSource={test.stages.map((stage, key) => ({ ...stage, key }))}
      pagination={false}
      scroll={{ x: "max-content" }}
      columns={[
        { title: t("deployments.loadTest.field.callers"), dataIndex: "callers" },
        ...figures.map(({ key, of }) => ({
          key,
          title: t(`deployments.loadTest.field.${key}`),
          render: (_: unknown, stage: LoadStage) => of(stage),
        })),
        {
          key: "errors",
          title: t("deployments.loadTest.field.errors"),
          render: (_, stage) =>
            Object.entries(stage.errors)
              .map(([code, count]) => {
                const known = t(`deployments.statistics.codes.${code}`, { defaultValue: code });
                const name = t(`deployments.loadTest.codes.${code}`, { defaultValue: known });
                return `${name} × ${formatCount(count, i18n.language)}`;
              })
              .join(", ") || "0",
        },
        {
          key: "notes",
          render: (_, stage) => (
            <>
              {stage.is_within_target && test.target_p99_ms !== null && (
                <Tag color="green">{t("deployments.loadTest.within")}</Tag>
              )}
              {stage.is_client_saturated && (
                <Tag color="gold">{t("deployments.loadTest.saturated")}</Tag>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
