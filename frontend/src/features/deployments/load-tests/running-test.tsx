import { Button } from "antd";
import { useTranslation } from "react-i18next";

import { JobProgress } from "@/components/ui/job-progress";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useCancelLoadTest } from "../api/use-cancel-load-test";
import type { LoadTest } from "../types";
import styles from "./load-tests.module.css";
import { StagesTable } from "./stages-table";

interface RunningTestProps {
  test: LoadTest;
  cancellable: boolean;
  onFinished: () => void;
}

/** At which stage a test is, when it will be over, and what was measured so far. */
export function RunningTest({ test, cancellable, onFinished }: RunningTestProps) {
  const { t } = useTranslation();
  const cancel = useCancelLoadTest(test.deployment_id);
  const place = Math.min(test.stages.length, test.callers.length - 1);
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <strong role="status">
          {t("deployments.loadTest.stage", {
            number: place + 1,
            total: test.callers.length,
            count: test.callers[place],
          })}
        </strong>
        {cancellable && (
          <Button
            size="small"
            loading={cancel.isPending || test.job?.cancel_requested}
            onClick={() => cancel.mutate(test.id)}
          >
            {t("ui.job.cancel")}
          </Button>
        )}
      </div>
      {test.job !== null && <JobProgress job={test.job} onFinished={onFinished} />}
      <ProblemAlert error={cancel.error} />
      {test.stages.length > 0 && <StagesTable test={test} />}
    </div>
  );
}
