import { useQueryClient } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { datasetKeys } from "@/api/datasets";
import { isFinished } from "@/api/jobs";
import { useMay } from "@/api/project";
import { JobFailure, JobProgress } from "@/components/ui/job-progress";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { qualityKeys, type Finding, type Fix, type FixKind } from "../api/quality/quality-keys";
import { useApplyFix } from "../api/quality/use-apply-fix";
import { useUndoFix } from "../api/quality/use-undo-fix";
import { useThisDataset } from "../dataset-context";
import styles from "./finding-card.module.css";

/** The fixes of a finding, each saying first how many samples it changes; and the way back. */
export function FixControls({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const mayFix = useMay("developer");
  const applyFix = useApplyFix(dataset.id);
  const [asked, setAsked] = useState<FixKind>();
  const { fix, num_open: count } = finding;
  const isBusy = fix?.state === "applying" || fix?.state === "undoing";
  return (
    <div className={styles.controls}>
      {fix !== null && <Done fix={fix} />}
      {mayFix && !isBusy && count > 0 && (
        <div className={styles.buttons}>
          {finding.fixes.map((name) => (
            <Button key={name} onClick={() => setAsked(name)}>
              {t(`quality.fix.${name}.verb`, { count })}
            </Button>
          ))}
        </div>
      )}
      {asked !== undefined && (
        <Modal
          open
          title={t("quality.confirm")}
          okText={t(`quality.fix.${asked}.verb`, { count })}
          cancelText={t("ui.cancel")}
          confirmLoading={applyFix.isPending}
          onCancel={() => setAsked(undefined)}
          onOk={() =>
            applyFix.mutate(
              { findingId: finding.id, kind: asked },
              { onSuccess: () => setAsked(undefined) },
            )
          }
        >
          <p>{t(`quality.fix.${asked}.text`)}</p>
          {applyFix.isError && <ProblemAlert error={applyFix.error} />}
        </Modal>
      )}
    </div>
  );
}

/** A fix under way, done or taken back. */
function Done({ fix }: { fix: Fix }) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const client = useQueryClient();
  const mayFix = useMay("developer");
  const undo = useUndoFix(dataset.id);
  const { job, state, num_changed: changed, num_skipped: skipped } = fix;
  const unreadable = state === "undone" ? undefined : job?.result?.unreadable;
  const refresh = () => void client.invalidateQueries({ queryKey: datasetKeys.one(dataset.id) });
  // A quick fix is over before its progress was ever shown: the counts have changed all the same.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: datasetKeys.one(dataset.id), exact: true });
    void client.invalidateQueries({ queryKey: qualityKeys.inspections(dataset.id) });
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
        {state === "undone" && changed > 0 && ` ${t("quality.left", { count: changed })}`}
        {state !== "undone" && skipped > 0 && ` ${t("quality.skipped", { count: skipped })}`}
        {Array.isArray(unreadable) &&
          ` ${t("quality.unreadable", { names: unreadable.join(", ") })}`}
      </span>
      {mayFix && state === "applied" && changed > 0 && (
        <Button size="small" loading={undo.isPending} onClick={() => undo.mutate(fix.id)}>
          {t("quality.undo")}
        </Button>
      )}
      {job !== null && <JobFailure job={job} />}
      {undo.isError && <ProblemAlert error={undo.error} />}
    </div>
  );
}
