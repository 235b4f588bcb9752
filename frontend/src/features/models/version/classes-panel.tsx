import { Table } from "antd";
import { useTranslation } from "react-i18next";

import { MetricTerm } from "@/components/metrics/metric-term";
import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";
import { formatCount, formatPercent } from "@/i18n/format";

import type { ClassificationReport, ClassReport } from "../report/report";

type NumberKey =
  "num_samples" | "precision" | "recall" | "f1" | "average_precision" | "recommended_threshold";

const isUnknown = (key: NumberKey, item: ClassReport) =>
  key === "precision"
    ? item.num_predicted === 0
    : key !== "recommended_threshold" && item.num_samples === 0;

/** Each class and the mean of all, sortable, so that the weakest class is one click away. */
export function ClassesPanel({ report }: { report: ClassificationReport }) {
  const { t, i18n } = useTranslation();
  const percent = (value: number) => formatPercent(value, i18n.language);
  const column = (key: NumberKey, write = percent) => ({
    title: <MetricTerm name={key}>{t(`models.classes.${key}`)}</MetricTerm>,
    key,
    align: "right" as const,
    sorter: (one: ClassReport, other: ClassReport) => one[key] - other[key],
    render: (_: unknown, item: ClassReport) =>
      // What no sample tells is no 0 %.
      isUnknown(key, item) ? "–" : write(item[key]),
  });
  return (
    <Panel
      flush
      title={t("models.classes.title")}
      extra={t("models.headline.of", { count: report.num_samples })}
    >
      <Table<ClassReport>
        rowKey="label"
        size="small"
        dataSource={report.classes}
        pagination={report.classes.length > 50 ? { pageSize: 50 } : false}
        scroll={{ x: "max-content" }}
        columns={[
          {
            title: t("models.classes.class"),
            key: "label",
            dataIndex: "label",
            // What is cut off at its edge casts a shadow, which tells that there is more.
            fixed: "left",
            sorter: (one, other) => one.label.localeCompare(other.label, i18n.language),
          },
          {
            title: t("models.classes.num_samples"),
            key: "num_samples",
            align: "right",
            sorter: (one, other) => one.num_samples - other.num_samples,
            render: (_, item) => formatCount(item.num_samples, i18n.language),
          },
          column("precision"),
          column("recall"),
          {
            title: <Term name="confidence_interval">{t("models.classes.recall_interval")}</Term>,
            key: "recall_interval",
            align: "right",
            render: (_, { recall_interval: interval }) =>
              interval === null ? "–" : interval.map(percent).join(" – "),
          },
          column("f1"),
          column("average_precision"),
          {
            ...column("recommended_threshold", (value) => value.toFixed(2)),
            title: <Term name="threshold">{t("models.classes.recommended_threshold")}</Term>,
          },
        ]}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0}>
              <Term name="macro_average" />
            </Table.Summary.Cell>
            {[
              formatCount(report.num_samples, i18n.language),
              percent(report.macro_precision),
              percent(report.macro_recall),
              "",
              percent(report.macro_f1.value),
              percent(report.mean_average_precision),
              "",
            ].map((text, index) => (
              <Table.Summary.Cell key={index} index={index + 1} align="right">
                <strong>{text}</strong>
              </Table.Summary.Cell>
            ))}
          </Table.Summary.Row>
        )}
      />
    </Panel>
  );
}
