import { Alert, Select, Table } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useMay } from "@/api/project";
import { useTaskCard } from "@/api/task-card";
import { gainOver, metricText } from "@/components/metrics/metric";
import { metricKind } from "@/components/metrics/use-metric-kind";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { useAddressParts } from "@/components/ui/use-address";

import { useModelVersions } from "../api/use-model-versions";
import { useReport } from "../api/use-report";
import { compareReports, type Difference } from "../report/comparison";
import type { Report } from "../report/report";
import { reportText } from "../report/report-text";
import type { ModelVersion } from "../types";
import styles from "./version.module.css";

/** This version beside another: better, worse, or not to be told apart. */
export function ComparePanel(props: { version: ModelVersion; report: Report }) {
  const { version, report } = props;
  const { t, i18n } = useTranslation();
  const [query, change] = useAddressParts();
  const otherId = query.get("with") ?? undefined;
  const mayEvaluate = useMay("developer");
  const versions = useModelVersions(version.project_id);
  const other = useReport(otherId);
  const card = useTaskCard(version.task);
  const others = (versions.data?.pages ?? [])
    .flatMap(({ results }) => results)
    .filter(({ id }) => id !== version.id);
  // One that comes with Easel was measured on pages that were drawn for it.
  const isOnOneData = ![version, ...others.filter(({ id }) => id === otherId)].some(
    ({ is_built_in: isBuiltIn }) => isBuiltIn,
  );
  return (
    <Panel title={t("models.compare.title")}>
      {versions.isSuccess && others.length === 0 ? (
        <EmptyState title={t("models.compare.alone")} />
      ) : (
        <div className={styles.stack}>
          <Select
            allowClear
            aria-label={t("models.compare.choose")}
            placeholder={t("models.compare.choose")}
            style={{ maxWidth: 360 }}
            value={otherId}
            onChange={(id?: string) => change({ with: id ?? null })}
            options={others.map((item) => ({
              value: item.id,
              label: `${item.model_name} v${item.number} · ${metricText(item.metric, metricKind(card, item.primary_metric).unit, i18n.language)}`,
            }))}
          />
          {other.isError && <ErrorState error={other.error} onRetry={() => void other.refetch()} />}
          {otherId !== undefined && other.isPending && <RowsSkeleton count={3} />}
          {other.data !== undefined && (
            <Differences ours={report} theirs={other.data} isOnOneData={isOnOneData} />
          )}
          {otherId !== undefined && mayEvaluate && (
            <p>
              <Link
                to={`/projects/${version.project_id}/models/evaluations/new?version=${version.id}&baseline=${otherId}`}
              >
                {t("models.compare.evaluate")}
              </Link>
            </p>
          )}
        </div>
      )}
    </Panel>
  );
}

function Differences(props: { ours: Report; theirs: Report; isOnOneData: boolean }) {
  const { t } = useTranslation();
  const comparison = compareReports(props.ours, props.theirs);
  if (comparison === null) {
    return <Alert type="warning" showIcon title={t("models.compare.otherTask")} />;
  }
  return (
    <>
      {!(comparison.isLikeForLike && props.isOnOneData) && (
        <Alert type="warning" showIcon title={t("models.compare.unlike")} />
      )}
      {comparison.isCertain !== null && (
        <p>{t(comparison.isCertain ? "models.compare.certain" : "models.compare.uncertain")}</p>
      )}
      <DifferenceTable
        name={t("models.compare.metric")}
        rows={comparison.metrics.map((row) => ({ ...row, key: reportText(t, row.key) }))}
      />
      {comparison.classes.length > 0 && (
        <DifferenceTable name={t("models.compare.class")} rows={comparison.classes} />
      )}
      {comparison.onlyOurs.length > 0 && (
        <p>{t("models.compare.onlyOurs", { labels: comparison.onlyOurs.join(", ") })}</p>
      )}
      {comparison.onlyTheirs.length > 0 && (
        <p>{t("models.compare.onlyTheirs", { labels: comparison.onlyTheirs.join(", ") })}</p>
      )}
    </>
  );
}

function DifferenceTable({ name, rows }: { name: string; rows: Difference[] }) {
  const { t, i18n } = useTranslation();
  const written = (value: number, unit: Difference["unit"]) =>
    metricText(value, unit, i18n.language, 2);
  return (
    <Table<Difference>
      rowKey="key"
      size="small"
      dataSource={rows}
      pagination={rows.length > 20 ? { pageSize: 20 } : false}
      scroll={{ x: "max-content" }}
      columns={[
        { title: name, dataIndex: "key" },
        {
          title: t("models.compare.ours"),
          align: "right",
          render: (_, row) => written(row.ours, row.unit),
        },
        {
          title: t("models.compare.theirs"),
          align: "right",
          render: (_, row) => written(row.theirs, row.unit),
        },
        {
          title: t("models.compare.change"),
          align: "right",
          sorter: (one, other) => gainOf(one) - gainOf(other),
          render: (_, { change, unit, ...row }) => (
            <span className={toneOf(gainOf({ change, unit, ...row }))}>
              {change > 0 ? "▲ +" : change < 0 ? "▼ " : ""}
              {written(change, unit)}
            </span>
          ),
        },
      ]}
    />
  );
}

const gainOf = ({ change, ...kind }: Difference) => gainOver(change, 0, kind);

const toneOf = (gain: number) => (gain > 0 ? styles.up : gain < 0 ? styles.down : undefined);
