import { Button, Table } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";

import { joined } from "@/api/pages";
import { useMay, useProjectId } from "@/api/project";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { MoreButton } from "@/components/ui/more-button";
import { Count, Time } from "@/components/ui/numbers";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useBatches } from "../api/use-batches";
import { BatchState } from "../components/batch-state";
import { ModelLink } from "../components/model-link";
import { SchedulesPanel } from "../schedules/schedules-panel";
import { useSchedules } from "../schedules/use-schedules";
import type { BatchPrediction } from "../types";

/** All batch predictions of a project: what was predicted, and where it stands. */
export function BatchesPage() {
  const projectId = useProjectId();
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const schedule = params.get("schedule") ?? undefined;
  const batches = useBatches(projectId, schedule);
  const chosen = useSchedules(projectId).data?.results.find(({ id }) => id === schedule);
  const mayStart = useMay("developer");
  const rows = joined(batches.data?.pages);
  const start = mayStart && (
    <Link to={`/projects/${projectId}/models/batch-predictions/new`}>
      <Button type="primary" tabIndex={-1}>
        {t("batches.list.start")}
      </Button>
    </Link>
  );
  return (
    <Page
      title={t("batches.title")}
      lead={t("batches.list.lead")}
      breadcrumbs={[{ title: t("models.title"), to: `/projects/${projectId}/models` }]}
      action={start}
    >
      <SchedulesPanel projectId={projectId} />
      {schedule !== undefined && (
        <p>
          {t("schedules.filtered", { name: chosen?.name ?? "" })}{" "}
          <Link to="?">{t("schedules.showAll")}</Link>
        </p>
      )}
      {batches.isError && batches.data === undefined ? (
        <ErrorState error={batches.error} onRetry={() => void batches.refetch()} />
      ) : batches.isPending ? (
        <RowsSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState title={t("batches.list.empty.title")} action={start}>
          {t("batches.list.empty.text")}
        </EmptyState>
      ) : (
        <>
          <BatchesTable batches={rows} />
          <MoreButton list={batches} />
        </>
      )}
    </Page>
  );
}

function BatchesTable({ batches }: { batches: BatchPrediction[] }) {
  const { t } = useTranslation();
  return (
    <Panel flush>
      <Table<BatchPrediction>
        rowKey="id"
        dataSource={batches}
        pagination={false}
        scroll={{ x: "max-content" }}
        columns={[
          {
            title: t("batches.field.inputs"),
            render: (_, batch) => (
              <Link to={batch.id}>{batch.source_name || t(`batches.source.${batch.source}`)}</Link>
            ),
          },
          {
            title: t("batches.field.source"),
            render: (_, batch) => t(`batches.source.${batch.source}`),
          },
          {
            title: t("batches.field.model"),
            render: (_, batch) => <ModelLink batch={batch} />,
          },
          {
            title: t("batches.field.state"),
            render: (_, batch) => <BatchState batch={batch} />,
          },
          {
            title: t("batches.field.predicted"),
            align: "right",
            render: (_, batch) => <Count value={batch.num_predicted} />,
          },
          {
            title: t("batches.field.failed"),
            align: "right",
            render: (_, batch) => <Count value={batch.num_failed} />,
          },
          {
            title: t("batches.field.started"),
            render: (_, batch) => <Time value={batch.created_at} />,
          },
        ]}
      />
    </Panel>
  );
}
