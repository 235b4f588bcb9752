import { Button, Table } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";

import { isFinished } from "@/api/jobs";
import { joined } from "@/api/pages";
import { atLeast } from "@/api/session";
import type { TrashedProject } from "@/api/types";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { JobProgress } from "@/components/ui/job-progress";
import { MoreButton } from "@/components/ui/more-button";
import { Bytes, Time } from "@/components/ui/numbers";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { ScrollArea } from "@/components/ui/scroll-area";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useOrganisationDetail } from "../api/get-organisation";
import { useRestoreProject, useTrashedProjects } from "../api/trashed-projects";
import { PurgeDialog } from "../components/purge-dialog";
import styles from "./tabs.module.css";

/** Projects in the trash, what each still takes, taking them out again or deleting them for good. */
export function TrashTab() {
  const { t } = useTranslation();
  const { organisationId = "" } = useParams();
  const trashed = useTrashedProjects(organisationId);
  const restore = useRestoreProject();
  const mayPurge = atLeast(useOrganisationDetail(organisationId).data?.role, "owner");
  const [leaving, setLeaving] = useState<TrashedProject>();
  if (trashed.isPending) return <RowsSkeleton count={3} />;
  if (trashed.isError) {
    return <ErrorState error={trashed.error} onRetry={() => void trashed.refetch()} />;
  }
  const rows = joined(trashed.data.pages);
  if (rows.length === 0) {
    return <EmptyState title={t("access.trash.none")}>{t("access.trash.hint")}</EmptyState>;
  }
  return (
    <div className={styles.stack}>
      <p className={styles.muted}>{t("access.trash.hint")}</p>
      <ProblemAlert error={restore.error} />
      <ScrollArea label={t("accounts.tab.trash")} minWidth={340}>
        <Table<TrashedProject>
          rowKey="id"
          pagination={false}
          dataSource={rows}
          columns={[
            {
              title: t("access.trash.project"),
              render: (_, { name, trashed_at, job }) => (
                <>
                  <div>{name}</div>
                  <div className={styles.muted}>
                    {t("access.trash.since")} <Time value={trashed_at} />
                  </div>
                  {job !== null && (
                    <JobProgress job={job} onFinished={() => void trashed.refetch()} />
                  )}
                </>
              ),
            },
            {
              title: t("access.trash.takes"),
              render: (_, { num_samples, num_models, num_bytes }) => (
                <>
                  <Bytes value={num_bytes} />
                  <div className={styles.muted}>
                    {t("access.trash.samples", { count: num_samples })}
                    {t("access.trash.between")}
                    {t("access.trash.models", { count: num_models })}
                  </div>
                </>
              ),
            },
            {
              title: <span className="visually-hidden">{t("access.trash.restore")}</span>,
              align: "end",
              render: (_, project) => (
                <div className={styles.rowActions}>
                  {project.purge_started_at === null && (
                    <Button onClick={() => restore.mutate(project.id)}>
                      {t("access.trash.restore")}
                    </Button>
                  )}
                  {mayPurge && !isBusy(project) && (
                    <Button danger onClick={() => setLeaving(project)}>
                      {t(
                        project.purge_started_at === null
                          ? "access.purge.verb"
                          : "access.purge.goOn",
                      )}
                    </Button>
                  )}
                </div>
              ),
            },
          ]}
        />
      </ScrollArea>
      <MoreButton list={trashed} />
      <PurgeDialog
        organisationId={organisationId}
        project={leaving}
        onClose={() => setLeaving(undefined)}
      />
    </div>
  );
}

/** Tell whether a project is being deleted for good just now. */
function isBusy({ job }: TrashedProject): boolean {
  return job !== null && !isFinished(job);
}
