import { Table, Tag } from "antd";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { LineChart } from "@/components/charts/line-chart";
import { bestSoFar, metricOverTime } from "@/components/metrics/growth";
import { bestOf, compareMetrics, metricText, sortDirections } from "@/components/metrics/metric";
import { PrimaryMetric } from "@/components/metrics/primary-metric";
import { useMetricKind } from "@/components/metrics/use-metric-kind";
import { Bytes, Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";

import type { ModelVersion } from "../types";

interface Props {
  versions: ModelVersion[];
  /** Whether there are no others. */
  isComplete: boolean;
}

/** Model versions in a table, and how their metric grew. */
export function Versions({ versions, isComplete }: Props) {
  return (
    <>
      {comparable(versions).length > 1 && <Growth versions={comparable(versions)} />}
      <VersionsTable versions={versions} isComplete={isComplete} />
    </>
  );
}

/**
 * Only models that are evaluated by the same number as the newest can be compared with it, and none
 * that comes with Easel, whose number is not of the project's data.
 */
const comparable = (versions: ModelVersion[]) => {
  const trained = versions.filter(({ is_built_in: isBuiltIn }) => !isBuiltIn);
  return trained.filter(({ primary_metric: metric }) => metric === trained[0]?.primary_metric);
};

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

function VersionsTable({ versions, isComplete }: Props) {
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
              version.is_built_in
                ? t("builtIn.from")
                : version.dataset_versions
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
