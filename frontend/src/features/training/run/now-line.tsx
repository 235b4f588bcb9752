import { useTranslation } from "react-i18next";

import type { Job } from "@/api/types";
import { JobPhase } from "@/components/ui/job-progress";
import { formatCount } from "@/i18n/format";

import type { JobLine } from "./live";
import styles from "./run.module.css";

/** What the run is at this moment: the last line of its log while it runs. */
export function NowLine({ job, lines }: { job: Job; lines: JobLine[] }) {
  const { t, i18n } = useTranslation();
  const count = (value: number) => formatCount(value, i18n.language);
  const epochs = job.phase === "train" ? plannedEpochs(lines) : undefined;
  return (
    <div className={`${styles.line} ${styles.lineNow}`}>
      <span className={styles.pulse} aria-hidden />
      <span>
        <JobPhase job={job} />
        {epochs !== undefined && job.total > 0 && (
          <>
            {" · "}
            {t("running.nowEpoch", {
              epoch: count(Math.min(epochs, Math.floor((job.done / job.total) * epochs) + 1)),
              epochs: count(epochs),
            })}
          </>
        )}
        {" …"}
      </span>
    </div>
  );
}

/** How many epochs the engine said it would take, where it learns in epochs. */
function plannedEpochs(lines: JobLine[]): number | undefined {
  const plan = lines.findLast(({ data }) => data["code"] === "training_planned");
  const epochs = (plan?.data["params"] as { epochs?: unknown } | undefined)?.epochs;
  return typeof epochs === "number" ? epochs : undefined;
}
