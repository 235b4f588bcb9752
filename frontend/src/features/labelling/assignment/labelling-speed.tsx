import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Assignment } from "@/api/assignments";
import { formatCount } from "@/i18n/format";

import styles from "../labelling.module.css";
import { labelsPerMinute } from "../model/labelling-speed";

interface Props {
  assignment: Assignment;
  numOpen: number;
  times: readonly number[];
}

/** How many of this batch are left, how far everybody is together, and how fast it goes. */
export function LabellingSpeed({ assignment, numOpen, times }: Props) {
  const { t, i18n } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  const speed = labelsPerMinute(times, Math.max(now, times.at(-1) ?? 0));
  const { num_items: total, num_submitted, num_accepted, num_declined, num_skipped } = assignment;
  const done = num_submitted + num_accepted + num_declined + num_skipped;
  return (
    <div className={styles.progress}>
      <progress max={total} value={done} aria-label={t("assignments.work.progress")} />
      <span className={styles.numbers}>
        {t("assignments.work.left", { count: numOpen })}
        <span className={styles.wide}>
          {" · "}
          {t("assignments.work.together", { done, total })}
          {speed !== null &&
            ` · ${t("labelling.progress.speed", { speed: formatCount(Math.round(speed), i18n.language) })}`}
        </span>
      </span>
    </div>
  );
}
