import { Table } from "antd";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { formatMetric, formatPercent, formatTime } from "@/i18n/format";

import type { StoredCallsSummary } from "../types";
import styles from "./stored-calls.module.css";

type DayAccuracy = StoredCallsSummary["accuracy"][number];

/** How often versions were right, by what callers said later; nothing before somebody has. */
export function AccuracyPanel({ days }: { days: readonly DayAccuracy[] }) {
  const { t, i18n } = useTranslation();
  if (days.length === 0) return null;
  const percent = (share: number | null) =>
    share === null ? "–" : formatPercent(share, i18n.language);
  return (
    <Panel title={t("calls.accuracy.title")} flush>
      <Table<DayAccuracy>
        rowKey={({ day, version }) => `${day} ${version}`}
        dataSource={[...days]}
        pagination={days.length > 10 ? { pageSize: 10 } : false}
        scroll={{ x: "max-content" }}
        columns={[
          {
            title: t("calls.accuracy.day"),
            render: (_, { day }) => formatTime(`${day}T00:00`, i18n.language, "date"),
          },
          {
            title: t("calls.fact.version"),
            render: (_, { version }) => (version === null ? "–" : `v${version}`),
          },
          { title: t("calls.accuracy.calls"), dataIndex: "num_calls", align: "right" },
          {
            title: t("calls.accuracy.right"),
            align: "right",
            render: (_, one) =>
              one.num_evaluated === 0 ? "–" : `${one.num_right} / ${one.num_evaluated}`,
          },
          {
            title: t("calls.accuracy.share"),
            align: "right",
            render: (_, one) =>
              one.accuracy === null
                ? "–"
                : `${percent(one.accuracy)} (${percent(one.low)} – ${percent(one.high)})`,
          },
          {
            title: t("calls.accuracy.error"),
            align: "right",
            render: (_, { mean_error: error }) =>
              error === null ? "–" : formatMetric(error, i18n.language),
          },
        ]}
        footer={() => <p className={styles.muted}>{t("calls.accuracy.text")}</p>}
      />
    </Panel>
  );
}
