import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Dataset } from "@/api/datasets";
import { formatCount, formatDuration } from "@/i18n/format";

import type { ModeProps } from "../labelling-page";
import styles from "../labelling.module.css";
import { labelsPerMinute, secondsLeft } from "../model/labelling-speed";
import type { Labelling } from "../use-labelling";
import { useNumLabelled } from "../use-num-labelled";

/** What is known of a session as a whole, labels or annotations. */
export type Progress = Pick<
  Labelling,
  "current" | "times" | "status" | "retryNow" | "canUndo" | "canRedo"
>;

interface Props extends Pick<ModeProps, "queue" | "scope"> {
  labelling: Progress;
  dataset: Dataset;
}

/** How many are labelled, how fast it goes, and when it will be done. */
export function SessionProgress({ dataset, queue, labelling }: Props) {
  const { t, i18n } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  const numLabelled = useNumLabelled(dataset, queue, labelling);
  const speed = labelsPerMinute(labelling.times, Math.max(now, labelling.times.at(-1) ?? 0));
  const left = secondsLeft(speed, dataset.num_samples - numLabelled);
  return (
    <div className={styles.progress}>
      <progress
        max={dataset.num_samples}
        value={numLabelled}
        aria-label={t("labelling.progress.title")}
      />
      <span className={styles.numbers}>
        {t("labelling.progress.done", { done: numLabelled, total: dataset.num_samples })}
        {speed !== null && (
          <span className={styles.wide}>
            {" · "}
            {t("labelling.progress.speed", {
              speed: formatCount(Math.round(speed), i18n.language),
            })}
            {left !== null && left > 0 && (
              <>
                {" · "}
                {t("labelling.progress.left", { time: formatDuration(left, i18n.language) })}
              </>
            )}
          </span>
        )}
      </span>
    </div>
  );
}
