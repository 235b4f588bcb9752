import { Button, Table, Tag } from "antd";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useMay, useProjectId } from "@/api/project";
import { LineChart } from "@/components/charts/line-chart";
import { bestSoFar, metricOverTime } from "@/components/metrics/growth";
import { bestOf, compareMetrics, metricText, sortDirections } from "@/components/metrics/metric";
import { PrimaryMetric } from "@/components/metrics/primary-metric";
import { useMetricKind } from "@/components/metrics/use-metric-kind";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Bytes, Time } from "@/components/ui/numbers";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useModelVersions } from "../api/use-model-versions";
import type { ModelVersion } from "../types";
import styles from "../version/version.module.css";

/** All model versions of a project, and how the metric grew. */
export function ModelsPage() {
  const projectId = useProjectId();
  const { t } = useTranslation();
  const versions = useModelVersions(projectId);
  const mayTrain = useMay("developer");
  const rows = (versions.data?.pages ?? []).flatMap(({ results }) => results);
  const train = mayTrain && (
    <Link to={`/projects/${projectId}/train/new`}>
      <Button type="primary">{t("models.list.train")}</Button>
    </Link>
  );
  return (
    <Page
      title={t("models.title")}
      lead={t("models.list.lead")}
      action={train}
      secondary={
        <>
          <Link to="evaluations">
            <Button tabIndex={-1}>{t("evaluations.title")}</Button>
          </Link>
          <Link to="batch-predictions">
            <Button tabIndex={-1}>{t("models.batches.list")}</Button>
          </Link>
        </>
      }
    >
      {versions.isError && versions.data === undefined ? (
        <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
      ) : versions.isPending ? (
        <RowsSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState title={t("models.list.empty.title")} action={train}>
          {t("models.list.empty.text")}
        </EmptyState>
      ) : (
        <div className={styles.sections}>
          {comparable(rows).length > 1 && <Growth versions={comparable(rows)} />}
          <VersionsTable versions={rows} isComplete={!versions.hasNextPage} />
          {versions.hasNextPage && (
            <Button
              loading={versions.isFetchingNextPage}
              onClick={() => void versions.fetchNextPage()}
            >
              {t("models.list.more")}
            </Button>
          )}
        </div>
      )}
    </Page>
  );
}

/** Only models that are evaluated by the same number as the newest can be compared with it. */
const comparable = (versions: ModelVersion[]) =>
  versions.filter(({ primary_metric: metric }) => metric === versions[0]?.primary_metric);

function Growth({ versions }: { versions: ModelVersion[] }) {
  const { t, i18n } = useTranslation();
  const kind = useMetricKind(versions[0]?.task, versions[0]?.primary_metric);
  const format = useCallback(
    (value: number) => metricText(value, kind.unit, i18n.language),
    [i18n.language, kind],
  );
  const series = useMemo(() => {
    const each = metricOverTime(versions);
    const rising = bestSoFar(each, kind);
    return [
      { name: t("models.list.best"), points: rising },
      { name: t("models.list.each"), points: each },
    ];
  }, [kind, t, versions]);
  return (
    <Panel>
      <LineChart
        title={t("models.list.growth")}
        xLabel={t("models.list.created")}
        xKind="time"
        format={format}
        isShare={kind.unit === "share"}
        series={series}
        height={180}
      />
    </Panel>
  );
}

function VersionsTable(props: { versions: ModelVersion[]; isComplete: boolean }) {
  const { versions, isComplete } = props;
  const { t } = useTranslation();
  const kind = useMetricKind(versions[0]?.task, versions[0]?.primary_metric);
  const alike = comparable(versions);
  // Which one is best is known once all are there.
  const best =
    isComplete && alike.length > 1 ? bestOf(alike, ({ metric }) => metric, kind) : undefined;
  return (
    <Panel flush>
      <Table<ModelVersion>
        rowKey="id"
        dataSource={versions}
        pagination={false}
        scroll={{ x: "max-content" }}
        columns={[
          {
            title: t("models.list.model"),
            render: (_, version) => (
              <Link to={version.id}>
                {version.model_name} v{version.number}
              </Link>
            ),
          },
          {
            title: t("models.list.metric"),
            align: "right",
            sorter: (one, other) => compareMetrics(one.metric, other.metric, kind),
            sortDirections: sortDirections(kind),
            render: (_, version) => (
              <>
                {version.id === best?.id && <Tag color="success">{t("models.list.isBest")}</Tag>}
                <PrimaryMetric
                  task={version.task}
                  metric={version.primary_metric}
                  value={version.metric}
                  isNamed
                />
              </>
            ),
          },
          {
            title: t("models.list.network"),
            render: (_, version) => (
              <>
                {t(`training.backbone.${version.backbone}`, { defaultValue: version.backbone })}{" "}
                {version.from_scratch && <Tag>{t("models.list.fromScratch")}</Tag>}
              </>
            ),
          },
          {
            title: t("models.list.data"),
            render: (_, version) =>
              version.dataset_versions
                .map((item) => `${item.dataset_name} v${item.number}`)
                .join(", "),
          },
          {
            title: t("models.list.labels"),
            align: "right",
            // Where no model tells labels, a column of zeros would say nothing.
            hidden: versions.every(({ num_labels: num }) => num === 0),
            render: (_, version) => version.num_labels,
          },
          {
            title: t("models.headline.size"),
            align: "right",
            sorter: (one, other) => one.size_bytes - other.size_bytes,
            render: (_, version) => <Bytes value={version.size_bytes} />,
          },
          {
            title: t("models.list.endpoints"),
            render: (_, version) =>
              version.deployments.map(({ id, name }) => (
                <Link key={id} to={`../deploy/${id}`} relative="path">
                  {name}{" "}
                </Link>
              )),
          },
          {
            title: t("models.list.created"),
            render: (_, version) => <Time value={version.created_at} />,
          },
        ]}
      />
    </Panel>
  );
}
