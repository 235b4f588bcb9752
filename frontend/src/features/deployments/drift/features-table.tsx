import { Table } from "antd";
import { useTranslation } from "react-i18next";

import { formatNumber } from "@/i18n/format";

import type { DriftWindowReport, FeatureDrift } from "../types";
import { changeOf } from "./change";
import { Distribution } from "./distribution";
import styles from "./drift.module.css";
import { featureName } from "./feature-name";

interface FeaturesTableProps {
  report: DriftWindowReport;
  inputKind: string | undefined;
}

/** What changed, which way, and how far it is from its threshold; those that drifted first. */
export function FeaturesTable({ report, inputKind }: FeaturesTableProps) {
  const { t, i18n } = useTranslation();
  const spread = new Map(report.distributions.map((one) => [one.name, one]));
  const number = (value: number) => formatNumber(value, i18n.language, 3);
  return (
    <Table<FeatureDrift>
      rowKey="name"
      size="small"
      dataSource={report.features}
      pagination={report.features.length > 20 ? { pageSize: 20 } : false}
      scroll={{ x: "max-content" }}
      expandable={{
        rowExpandable: ({ name }) => spread.has(name),
        expandedRowRender: ({ name }) => {
          const drawn = spread.get(name);
          return drawn && <Distribution distribution={drawn} />;
        },
        defaultExpandedRowKeys: report.distributions.slice(0, 1).map(({ name }) => name),
      }}
      columns={[
        {
          title: t("drift.features.name"),
          render: (_, { name, has_drifted }) => (
            <span className={has_drifted ? styles.drifted_name : undefined}>
              {featureName(t, name, inputKind)}
            </span>
          ),
        },
        {
          title: t("drift.features.change"),
          render: (_, feature) =>
            feature.has_drifted ? t(`drift.change.${feature.change}`, labelled(t, feature)) : "–",
        },
        {
          title: t("drift.features.beforeNow"),
          render: (_, feature) => changeOf(feature, i18n.language) ?? "–",
        },
        {
          title: t("drift.features.statistic"),
          render: (_, { tests }) => (
            <ul className={styles.tests}>
              {tests.map(({ statistic, value, threshold }) => (
                <li key={statistic} className={value > threshold ? styles.above : undefined}>
                  {t("drift.features.test", {
                    name: t(`drift.statistic.${statistic}`),
                    value: number(value),
                    threshold: number(threshold),
                  })}
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}

/** The category that there is more or less of; others have no name. */
function labelled(t: (key: string) => string, { label }: FeatureDrift) {
  return { label: label ?? t("drift.bin.others") };
}
