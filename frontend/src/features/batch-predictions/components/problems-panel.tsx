import { Table } from "antd";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";
import { codedText } from "@/i18n/problem-text";

import type { BatchPrediction } from "../types";
import styles from "./batches.module.css";

/** What could not be predicted, and why. */
export function ProblemsPanel({ batch }: { batch: BatchPrediction }) {
  const { t } = useTranslation();
  const { problems, num_failed: numFailed } = batch;
  return (
    <Panel title={t("batches.problems.title")} flush>
      <Table<BatchPrediction["problems"][number]>
        className={styles.wrapping}
        rowKey={({ name, message }) => `${name} ${message}`}
        dataSource={problems}
        pagination={problems.length > 10 && { pageSize: 10, showSizeChanger: false }}
        columns={[
          { title: t("batches.field.input"), dataIndex: "name" },
          {
            title: t("batches.problems.reason"),
            render: (_, { code, message, params }) => codedText(t, code, params, message),
          },
        ]}
      />
      {numFailed > problems.length && (
        <p className={styles.muted}>
          {t("batches.problems.more", { count: problems.length, total: numFailed })}
        </p>
      )}
    </Panel>
  );
}
