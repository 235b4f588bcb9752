import { Drawer } from "antd";
import { useTranslation } from "react-i18next";
import { useQueryClient } from "@tanstack/react-query";

import { isFinished } from "@/api/jobs";
import { useRecentJobs } from "@/api/jobs-list";
import { useOrganisation } from "@/api/organisation";
import { atLeast } from "@/api/session";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { JobHead } from "@/components/ui/job-head";
import { JobFailure, JobPhase, JobProgress } from "@/components/ui/job-progress";
import { Time } from "@/components/ui/numbers";
import { RowsSkeleton } from "@/components/ui/skeletons";

import styles from "./frame.module.css";

interface JobsDrawerProps {
  open: boolean;
  onClose: () => void;
}

/** What the machine is doing, and what it did last. */
export function JobsDrawer({ open, onClose }: JobsDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer open={open} onClose={onClose} title={t("frame.jobs.title")} size={480}>
      <JobsList onClose={onClose} />
    </Drawer>
  );
}

function JobsList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const current = useOrganisation();
  const jobs = useRecentJobs(current?.organisation.id);
  if (jobs.isPending) return <RowsSkeleton count={4} />;
  if (jobs.isError) return <ErrorState error={jobs.error} onRetry={() => void jobs.refetch()} />;
  const running = jobs.data.results.filter((job) => !isFinished(job));
  const finished = jobs.data.results.filter(isFinished);
  const mayCancel = atLeast(current?.role, "developer");
  const refresh = () => void client.invalidateQueries({ queryKey: ["jobs"] });
  return (
    <div className={styles.jobs}>
      {running.length === 0 && (
        <EmptyState title={t("frame.jobs.none")}>{t("frame.jobs.noneHint")}</EmptyState>
      )}
      {running.map((job) => (
        <div key={job.id} className={styles.job}>
          <JobHead job={job} onLeave={onClose} />
          <JobProgress job={job} cancellable={mayCancel} onFinished={refresh} />
        </div>
      ))}
      {finished.length > 0 && <h3>{t("frame.jobs.finished")}</h3>}
      {finished.map((job) => (
        <div key={job.id} className={styles.job}>
          <JobHead job={job} onLeave={onClose} />
          <span>
            <JobPhase job={job} />
            {job.finished_at !== null && (
              <>
                {" · "}
                <Time value={job.finished_at} />
              </>
            )}
          </span>
          <JobFailure job={job} />
        </div>
      ))}
    </div>
  );
}
