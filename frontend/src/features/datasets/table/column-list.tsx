import { App, Input, Select, Table as Grid } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatPercent } from "@/i18n/format";
import { problemText } from "@/i18n/problem-text";

import {
  useDescribeColumns,
  type ColumnStatistics,
  type GivenColumn,
  type Table,
  type TableColumn,
} from "../api/use-table";
import { ColumnValues } from "./column-values";
import styles from "./table-tab.module.css";

const ROLES = ["none", "target", "ignore", "time", "series"] as const;
type Role = (typeof ROLES)[number];
const MAX_DISTINCT = 10_000;
const HEIGHT = 420;
/** So many columns are found by their names. */
const MANY = 12;

interface Props {
  datasetId: string;
  table: Table;
  /** Over all rows, once the table was read. */
  statistics: readonly ColumnStatistics[] | undefined;
  mayChange: boolean;
}

type Line = TableColumn & { statistics: ColumnStatistics | undefined };

/** Each column with what it holds, its part in training, and its values. */
export function ColumnList({ datasetId, table, statistics, mayChange }: Props) {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const [search, setSearch] = useState("");
  const describe = useDescribeColumns(datasetId);
  const say = (column: GivenColumn) =>
    describe.mutate([column], {
      onError: (error) => void message.error(problemText(t, error)),
    });
  const lines = useMemo(() => {
    const byName = new Map(statistics?.map((one) => [one.name, one]));
    return table.columns
      .filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
      .map((column): Line => ({ ...column, statistics: byName.get(column.name) }));
  }, [table.columns, statistics, search]);
  const missing = ({ missing_share: share, statistics }: Line) =>
    statistics === undefined ? share : statistics.num_missing / Math.max(1, table.num_rows);
  const distinct = ({ num_distinct: seen, statistics }: Line) => {
    if (statistics?.num_distinct === null) return t("table.many", { count: MAX_DISTINCT });
    return (statistics?.num_distinct ?? seen).toLocaleString(i18n.language);
  };
  return (
    <>
      {table.columns.length > MANY && (
        <Input.Search
          className={styles.find}
          allowClear
          placeholder={t("table.find")}
          aria-label={t("table.find")}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {statistics === undefined && table.num_rows_read < table.num_rows && (
        <p className={styles.note}>{t("table.basis", { count: table.num_rows_read })}</p>
      )}
      <Grid<Line>
        size="small"
        rowKey="name"
        virtual
        pagination={false}
        scroll={{ x: 940, y: Math.min(HEIGHT, 20 + lines.length * 57) }}
        dataSource={lines}
        columns={[
          { title: t("table.name"), dataIndex: "name", width: 180, ellipsis: true, fixed: "left" },
          {
            title: t("table.kind"),
            width: 170,
            render: (_, line) => (
              <Select
                className={styles.choice}
                aria-label={`${t("table.kind")}: ${line.name}`}
                disabled={!mayChange || line.guessed_kind === "category"}
                value={line.kind === line.guessed_kind ? "guess" : line.kind}
                onChange={(kind) =>
                  say({ name: line.name, kind: kind === "category" ? "category" : null })
                }
                options={[
                  {
                    value: "guess",
                    label: t("table.guess", { kind: t(`columns.kind.${line.guessed_kind}`) }),
                  },
                  { value: "category", label: t("columns.kind.category") },
                ]}
              />
            ),
          },
          {
            title: t("table.role"),
            width: 160,
            render: (_, line) => (
              <Select<Role>
                className={styles.choice}
                aria-label={`${t("table.role")}: ${line.name}`}
                disabled={!mayChange}
                value={line.role ?? "none"}
                onChange={(role) => say({ name: line.name, role: role === "none" ? null : role })}
                options={ROLES.map((value) => ({
                  value,
                  label: t(`table.roles.${value}`),
                }))}
              />
            ),
          },
          {
            title: t("table.missing"),
            width: 90,
            align: "right",
            render: (_, line) => formatPercent(missing(line), i18n.language, 1),
          },
          {
            title: t("table.distinct"),
            width: 110,
            align: "right",
            render: (_, line) => distinct(line),
          },
          {
            title: t("table.values"),
            width: 260,
            render: (_, line) => <ColumnValues column={line} statistics={line.statistics} />,
          },
        ]}
      />
    </>
  );
}
