import { RadarChartOutlined } from "@ant-design/icons";
import { Button, Select, Table } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";

import { joined } from "@/api/pages";
import { useMay, useProjectId } from "@/api/project";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { MoreButton } from "@/components/ui/more-button";
import { Duration, Time } from "@/components/ui/numbers";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useStudies } from "../api/use-studies";
import { numEnded } from "../study/progress";
import { StudyStateTag } from "../study/trial-state";
import type { Study } from "../types";
import { useScore } from "../use-score";

const STATES = ["running", "finished", "stopped", "failed"] as const;

/** All searches of a project. */
export function StudiesPage() {
  const projectId = useProjectId();
  const { t } = useTranslation();
  const mayChange = useMay("developer");
  const [query, setQuery] = useSearchParams();
  const state = STATES.find((item) => item === query.get("state"));
  const studies = useStudies(projectId, state);
  const rows = joined(studies.data?.pages);
  const newStudy = mayChange && (
    <Link to={`/projects/${projectId}/search/new`}>
      <Button type="primary">{t("tuning.list.new")}</Button>
    </Link>
  );
  const isEmpty = rows.length === 0 && studies.data !== undefined;
  const filter = (
    <Select
      allowClear
      aria-label={t("tuning.list.state")}
      placeholder={t("tuning.list.anyState")}
      style={{ width: 160 }}
      value={state}
      onChange={(value: string | undefined) =>
        setQuery(value === undefined ? {} : { state: value }, { replace: true })
      }
      options={STATES.map((value) => ({ value, label: t(`tuning.state.${value}`) }))}
    />
  );
  return (
    <Page
      title={t("tuning.title")}
      lead={t("tuning.list.lead")}
      action={isEmpty && state === undefined ? undefined : newStudy}
      toolbar={isEmpty && state === undefined ? undefined : filter}
    >
      {studies.isError && studies.data === undefined ? (
        <ErrorState error={studies.error} onRetry={() => void studies.refetch()} />
      ) : studies.isPending ? (
        <RowsSkeleton />
      ) : isEmpty ? (
        <EmptyState
          icon={<RadarChartOutlined />}
          title={t(state === undefined ? "tuning.list.empty.title" : "tuning.list.none")}
          action={newStudy}
        >
          {t("tuning.list.empty.text")}
        </EmptyState>
      ) : (
        <>
          <StudiesTable studies={rows} />
          <MoreButton list={studies} />
        </>
      )}
    </Page>
  );
}

function StudiesTable({ studies }: { studies: Study[] }) {
  const { t } = useTranslation();
  return (
    <Panel flush>
      <Table<Study>
        rowKey="id"
        dataSource={studies}
        pagination={false}
        scroll={{ x: "max-content" }}
        columns={[
          {
            title: t("tuning.list.study"),
            render: (_, study) => <Link to={study.id}>{study.name}</Link>,
          },
          {
            title: t("tuning.list.state"),
            render: (_, study) => <StudyStateTag state={study.state} />,
          },
          {
            title: t("tuning.list.best"),
            align: "right",
            render: (_, study) => <BestScore study={study} />,
          },
          {
            title: t("tuning.list.trials"),
            align: "right",
            render: (_, study) =>
              study.max_trials === null
                ? numEnded(study)
                : t("tuning.study.of", { done: numEnded(study), total: study.max_trials }),
          },
          {
            title: t("tuning.list.time"),
            align: "right",
            render: (_, study) =>
              study.seconds_used > 0 ? <Duration seconds={study.seconds_used} /> : "–",
          },
          {
            title: t("tuning.list.sampler"),
            render: (_, study) => t(`tuning.sampler.${study.sampler.kind}.name`),
          },
          {
            title: t("tuning.list.created"),
            render: (_, study) => <Time value={study.created_at} />,
          },
        ]}
      />
    </Panel>
  );
}

function BestScore({ study }: { study: Study }) {
  const score = useScore(study);
  const best = study.best_trial?.score;
  if (best == null) return <>–</>;
  return <span title={score.name}>{score.text(best)}</span>;
}
