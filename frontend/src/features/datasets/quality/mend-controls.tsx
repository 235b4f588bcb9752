import { useQueryClient } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { datasetKeys } from "@/api/datasets";
import { isFinished } from "@/api/jobs";
import { useMay } from "@/api/project";
import { JobFailure, JobProgress } from "@/components/ui/job-progress";
import { ProblemAlert } from "@/components/ui/problem-alert";

import type { Finding, Mend, Mending } from "../api/quality-keys";
import { useMend } from "../api/use-mend";
import { useUndoMend } from "../api/use-undo-mend";
import { useThisDataset } from "../dataset-context";
import styles from "./finding-card.module.css";

/** The mends of a finding, each saying first how many samples it changes; and the way back. */
export function MendControls({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const mayMend = useMay("developer");
  const mend = useMend(dataset.id);
  const [asked, setAsked] = useState<Mend>();
  const { mending, num_open: count } = finding;
  const isBusy = mending?.state === "applying" || mending?.state === "undoing";
  return (
    <div className={styles.controls}>
      {mending !== null && <Done mending={mending} />}
      {mayMend && !isBusy && count > 0 && (
        <div className={styles.buttons}>
          {finding.mends.map((name) => (
            <Button key={name} onClick={() => setAsked(name)}>
              {t(`quality.mend.${name}.verb`, { count })}
            </Button>
          ))}
        </div>
      )}
      {asked !== undefined && (
        <Modal
          open
          title={t("quality.confirm")}
          okText={t(`quality.mend.${asked}.verb`, { count })}
          cancelText={t("ui.keep")}
          confirmLoading={mend.isPending}
          onCancel={() => setAsked(undefined)}
          onOk={() =>
            mend.mutate(
              { findingId: finding.id, mend: asked },
              { onSuccess: () => setAsked(undefined) },
            )
          }
        >
          <p>{t(`quality.mend.${asked}.text`)}</p>
          {mend.isError && <ProblemAlert error={mend.error} />}
        </Modal>
      )}
    </div>
  );
}

/** A mend under way, done or taken back. */
function Done({ mending }: { mending: Mending }) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const client = useQueryClient();
  const mayMend = useMay("developer");
  const undo = useUndoMend(dataset.id);
  const { job, state, num_changed: changed, num_skipped: skipped } = mending;
  const refresh = () => void client.invalidateQueries({ queryKey: datasetKeys.one(dataset.id) });
  // A quick mend is over before its progress was ever shown: the counts have changed all the same.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: datasetKeys.one(dataset.id), exact: true });
  }, [client, dataset.id, state, changed]);
  if (job !== null && !isFinished(job)) {
    return (
      <div className={styles.progress}>
        {t(state === "undoing" ? "quality.undoing" : "quality.working")}
        <JobProgress key={job.id} job={job} onFinished={refresh} />
      </div>
    );
  }
  return (
    <div className={styles.done} role="status">
      <span>
        {state === "undone" ? t("quality.undone") : t("quality.done", { count: changed })}
        {state !== "undone" && skipped > 0 && ` ${t("quality.skipped", { count: skipped })}`}
      </span>
      {mayMend && state === "applied" && changed > 0 && (
        <Button size="small" loading={undo.isPending} onClick={() => undo.mutate(mending.id)}>
          {t("quality.undo")}
        </Button>
      )}
      {job !== null && <JobFailure job={job} />}
      {undo.isError && <ProblemAlert error={undo.error} />}
    </div>
  );
}
