import { Button, Select, Table, Tag } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";

import { useMay, useProjectId } from "@/api/project";
import type { Job } from "@/api/types";
import { compareMetrics, sortDirections } from "@/components/metrics/metric";
import { PrimaryMetric } from "@/components/metrics/primary-metric";
import { useMetricKind } from "@/components/metrics/use-metric-kind";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { JobPhase } from "@/components/ui/job-progress";
import { Duration, Time } from "@/components/ui/numbers";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useTrainingRuns } from "../api/use-training-runs";
import { runTitle } from "../run-title";
import type { TrainingRun } from "../types";

const STATES = ["queued", "running", "succeeded", "failed", "cancelled"] as const;
const TAG_COLORS: Partial<Record<Job["state"], string>> = {
  running: "processing",
  succeeded: "success",
  failed: "error",
};

/** All runs of a project. */
export function RunsPage() {
  const projectId = useProjectId();
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const state = STATES.find((item) => item === query.get("state"));
  const runs = useTrainingRuns(projectId, state);
  const mayTrain = useMay("developer");
  const rows = (runs.data?.pages ?? []).flatMap(({ results }) => results);
  const newRun = mayTrain && (
    <Link to={`/projects/${projectId}/train/new`}>
      <Button type="primary">{t("training.runs.new")}</Button>
    </Link>
  );
  const filter = (
    <Select
      allowClear
      aria-label={t("training.runs.state")}
      placeholder={t("training.runs.anyState")}
      style={{ width: 160 }}
      value={state}
      onChange={(value: string | undefined) =>
        setQuery(value === undefined ? {} : { state: value }, { replace: true })
      }
      options={STATES.map((value) => ({ value, label: t(`ui.state.${value}`) }))}
    />
  );
  return (
    <Page
      title={t("training.title")}
      lead={t("training.runs.lead")}
      action={newRun}
      toolbar={filter}
    >
      {runs.isError && runs.data === undefined ? (
        <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
      ) : runs.isPending ? (
        <RowsSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState
          title={t(state === undefined ? "training.runs.empty.title" : "training.runs.none")}
          action={newRun}
        >
          {t("training.runs.empty.text")}
        </EmptyState>
      ) : (
        <>
          <RunsTable runs={rows} />
          {runs.hasNextPage && (
            <Button loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
              {t("training.more")}
            </Button>
          )}
        </>
      )}
    </Page>
  );
}

function RunsTable({ runs }: { runs: TrainingRun[] }) {
  const { t } = useTranslation();
  const kind = useMetricKind(runs[0]?.task, runs[0]?.primary_metric);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string[]>([]);
  const compare = () => {
    const [first = "", ...others] = chosen;
    const query = new URLSearchParams(others.map((id) => ["compare", id]));
    void navigate(`${first}?${query}`);
  };
  return (
    <Panel
      flush
      title={t("training.runs.count", { count: runs.length })}
      extra={
        <Button size="small" disabled={chosen.length < 2} onClick={compare}>
          {t("training.runs.compare", { count: chosen.length })}
        </Button>
      }
    >
      <Table<TrainingRun>
        rowKey="id"
        dataSource={runs}
        pagination={false}
        scroll={{ x: "max-content" }}
        rowSelection={{
          selectedRowKeys: chosen,
          onChange: (keys) => setChosen(keys.map(String)),
        }}
        columns={[
          {
            title: t("training.runs.run"),
            render: (_, run) => <Link to={run.id}>{runTitle(run)}</Link>,
          },
          {
            title: t("training.runs.state"),
            render: (_, run) =>
              run.verdict == null ? (
                <Tag color={TAG_COLORS[run.job.state]}>
                  <JobPhase job={run.job} />
                </Tag>
              ) : (
                <Tag color="warning">{t("running.verdict.short")}</Tag>
              ),
          },
          {
            title: t("training.runs.metric"),
            align: "right",
            sorter: (one, other) => compareMetrics(one.best_metric, other.best_metric, kind),
            sortDirections: sortDirections(kind),
            render: (_, run) =>
              run.best_metric == null ? (
                "–"
              ) : (
                <>
                  <PrimaryMetric
                    task={run.task}
                    metric={run.primary_metric}
                    value={run.best_metric}
                    isNamed
                  />
                  {run.model_version_id == null && ` (${t("training.runs.onValidation")})`}
                </>
              ),
          },
          {
            title: t("training.runs.network"),
            render: (_, run) =>
              t(`training.backbone.${run.backbone}`, { defaultValue: run.backbone }),
          },
          {
            title: t("training.runs.data"),
            render: (_, run) =>
              run.dataset_versions
                .map((version) => `${version.dataset_name} v${version.number}`)
                .join(", "),
          },
          {
            title: t("training.runs.duration"),
            align: "right",
            render: (_, { job }) =>
              job.started_at == null || job.finished_at == null ? (
                "–"
              ) : (
                <Duration
                  seconds={(Date.parse(job.finished_at) - Date.parse(job.started_at)) / 1000}
                />
              ),
          },
          {
            title: t("training.runs.created"),
            render: (_, run) => <Time value={run.created_at} />,
          },
        ]}
      />
    </Panel>
  );
}
