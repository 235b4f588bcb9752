import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";

import { useMay } from "@/api/project";
import { Problem } from "@/api/problem";
import { useTaskCard } from "@/api/task-card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { JobProgress } from "@/components/ui/job-progress";
import { Panel } from "@/components/ui/panel";
import { PageSkeleton } from "@/components/ui/skeletons";

import { useReadTable, useTable, useTableStatistics } from "../api/use-table";
import { useThisDataset } from "../dataset-context";
import { SampleReading } from "../reading/sample-reading";
import { ColumnList } from "./column-list";
import { RowPages } from "./row-pages";
import styles from "./table-tab.module.css";

/** What a table holds; data of other kinds has its samples shown instead. */
export function TableTab() {
  const dataset = useThisDataset();
  const card = useTaskCard(dataset.task);
  if (card === undefined) return <PageSkeleton />;
  if (card.media !== "table") return <Navigate to="../browse" replace />;
  return dataset.num_samples === 0 ? <NoTable /> : <Columns />;
}

function NoTable() {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t("table.none")}
      action={
        <Link to="../import">
          <Button type="primary">{t("table.toImport")}</Button>
        </Link>
      }
    >
      {t("table.noneText")}
    </EmptyState>
  );
}

/** The columns, what they mean for training, and any of the rows. */
function Columns() {
  const dataset = useThisDataset();
  const { t } = useTranslation();
  const mayChange = useMay("developer");
  const table = useTable(dataset.id);
  const statistics = useTableStatistics(dataset.id);
  if (table.isPending) return <PageSkeleton />;
  if (table.error instanceof Problem && table.error.code === "table_not_found") {
    return <NoTable />;
  }
  if (table.isError) {
    return <ErrorState error={table.error} onRetry={() => void table.refetch()} />;
  }
  return (
    <div className={styles.tab}>
      {statistics.data === null && (
        <Unread datasetId={dataset.id} onRead={() => void statistics.refetch()} />
      )}
      {statistics.isError && (
        <ErrorState error={statistics.error} onRetry={() => void statistics.refetch()} />
      )}
      <Panel
        title={`${t("table.columns")} · ${table.data.columns.length}`}
        extra={<span className={styles.note}>{t("table.rolesText")}</span>}
      >
        <ColumnList
          datasetId={dataset.id}
          table={table.data}
          statistics={statistics.data?.columns}
          mayChange={mayChange}
        />
      </Panel>
      <SampleReading datasetId={dataset.id} table={table.data} mayChange={mayChange} />
      <Panel title={t("table.rows")}>
        <RowPages datasetId={dataset.id} table={table.data} isRead={statistics.data != null} />
      </Panel>
    </div>
  );
}

function Unread({ datasetId, onRead }: { datasetId: string; onRead: () => void }) {
  const { t } = useTranslation();
  const read = useReadTable(datasetId);
  return (
    <Alert
      type="info"
      showIcon
      title={t("table.notRead")}
      description={read.data && <JobProgress job={read.data} onFinished={onRead} />}
      action={
        read.data === undefined && (
          <Button type="primary" loading={read.isPending} onClick={() => read.mutate()}>
            {t("table.read")}
          </Button>
        )
      }
    />
  );
}
