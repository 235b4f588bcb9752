import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { Button, InputNumber, Table as Grid } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { written } from "@/components/media/table-view";
import { ErrorState } from "@/components/ui/error-state";

import { useTableRows, type Table } from "../api/use-table";
import styles from "./table-tab.module.css";

const PAGE = 100;
const WIDTH = 140;
const HEIGHT = 440;

type Cells = readonly (string | null)[];

interface Props {
  datasetId: string;
  table: Table;
  /** Whether all rows can be shown, or only the first ones. */
  isRead: boolean;
}

/** The rows of a table a page at a time; the browser never holds more. */
export function RowPages({ datasetId, table, isRead }: Props) {
  const { t } = useTranslation();
  const [offset, setOffset] = useState(0);
  const [wanted, setWanted] = useState(Number.NaN);
  const page = useTableRows(datasetId, offset, PAGE, isRead);
  const rows: readonly Cells[] = isRead ? (page.data?.rows ?? []) : table.rows;
  const start = isRead ? (page.data?.offset ?? offset) : 0;
  const total = table.num_rows;
  const go = (to: number) => setOffset(Math.max(0, Math.min(Math.max(0, total - 1), to)));
  if (page.isError) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />;
  return (
    <>
      <div className={styles.pager}>
        <Button
          aria-label={t("table.previous")}
          icon={<LeftOutlined />}
          disabled={!isRead || start === 0}
          onClick={() => go(start - PAGE)}
        />
        <Button
          aria-label={t("table.next")}
          icon={<RightOutlined />}
          disabled={!isRead || start + rows.length >= total}
          onClick={() => go(start + PAGE)}
        />
        <span aria-live="polite">
          {t("table.page", { from: Math.min(start + 1, total), to: start + rows.length, total })}
        </span>
        <InputNumber<number>
          aria-label={t("table.goTo")}
          placeholder={t("table.goTo")}
          className={styles.goTo}
          min={1}
          max={total}
          disabled={!isRead}
          onInput={(text) => setWanted(Number.parseInt(text.replace(/\D/g, ""), 10))}
          onPressEnter={() => Number.isFinite(wanted) && go(wanted - 1)}
        />
      </div>
      <Grid<{ number: number; cells: Cells }>
        size="small"
        rowKey="number"
        virtual
        pagination={false}
        loading={page.isFetching}
        scroll={{ x: 80 + table.columns.length * WIDTH, y: HEIGHT }}
        dataSource={rows.map((cells, place) => ({ number: start + place + 1, cells }))}
        columns={[
          { title: "#", dataIndex: "number", width: 80, fixed: "left" as const },
          ...table.columns.map(({ name }, place) => ({
            title: name,
            key: name,
            width: WIDTH,
            ellipsis: true,
            render: (_: unknown, { cells }: { cells: Cells }) => written(cells[place]),
          })),
        ]}
      />
    </>
  );
}
