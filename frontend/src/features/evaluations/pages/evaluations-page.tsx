import { Button, Table } from "antd";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { joined } from "@/api/pages";
import { useMay, useProjectId } from "@/api/project";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { JobTag } from "@/components/ui/job-tag";
import { MoreButton } from "@/components/ui/more-button";
import { Count, Time } from "@/components/ui/numbers";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useEvaluations } from "../api/use-evaluations";
import { ModelName } from "../components/model-name";
import type { Evaluation } from "../types";

/** All evaluations of a project: which models were measured on which data. */
export function EvaluationsPage() {
  const projectId = useProjectId();
  const { t } = useTranslation();
  const evaluations = useEvaluations(projectId);
  const mayStart = useMay("developer");
  const rows = joined(evaluations.data?.pages);
  const start = mayStart && (
    <Link to={`/projects/${projectId}/models/evaluations/new`}>
      <Button type="primary" tabIndex={-1}>
        {t("evaluations.start")}
      </Button>
    </Link>
  );
  return (
    <Page
      title={t("evaluations.title")}
      lead={t("evaluations.list.lead")}
      breadcrumbs={[{ title: t("models.title"), to: `/projects/${projectId}/models` }]}
      action={start}
    >
      {evaluations.isError && evaluations.data === undefined ? (
        <ErrorState error={evaluations.error} onRetry={() => void evaluations.refetch()} />
      ) : evaluations.isPending ? (
        <RowsSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState title={t("evaluations.list.empty.title")} action={start}>
          {t("evaluations.list.empty.text")}
        </EmptyState>
      ) : (
        <>
          <EvaluationsTable evaluations={rows} />
          <MoreButton list={evaluations} />
        </>
      )}
    </Page>
  );
}

function EvaluationsTable({ evaluations }: { evaluations: Evaluation[] }) {
  const { t } = useTranslation();
  return (
    <Panel flush>
      <Table<Evaluation>
        rowKey="id"
        dataSource={evaluations}
        pagination={false}
        scroll={{ x: "max-content" }}
        columns={[
          {
            title: t("evaluations.data"),
            render: (_, one) => <Link to={one.id}>{one.source_name}</Link>,
          },
          {
            title: t("evaluations.models"),
            render: (_, one) =>
              one.models.map((model, place) => (
                <Fragment key={place}>
                  {place > 0 && ", "}
                  <ModelName model={model} projectId={one.project_id} />
                </Fragment>
              )),
          },
          {
            title: t("evaluations.samples"),
            align: "right",
            render: (_, { parts: [all] }) =>
              all === undefined ? "–" : <Count value={all.num_samples} />,
          },
          { title: t("evaluations.state"), render: (_, { job }) => job && <JobTag job={job} /> },
          {
            title: t("evaluations.started"),
            render: (_, one) => <Time value={one.created_at} />,
          },
        ]}
      />
    </Panel>
  );
}
