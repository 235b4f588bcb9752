import { Button, Slider } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Dataset, Label } from "@/api/datasets";
import { isFinished } from "@/api/jobs";
import { JobProgress } from "@/components/ui/job-progress";
import { Count, Percent } from "@/components/ui/numbers";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useAcceptSuggestions, useSuggestions, useUndoAcceptance } from "../api/use-suggestions";
import styles from "./suggest-menu.module.css";

interface Props {
  dataset: Dataset;
  labels: readonly Label[];
  mayLabel: boolean;
}

const SURE = 0.95;

/** Accept all that is sure enough without looking at each, label by label; one step back. */
export function AcceptMany({ dataset, labels, mayLabel }: Props) {
  const { t } = useTranslation();
  const [threshold, setThreshold] = useState(SURE);
  const [shown, setShown] = useState(SURE);
  const overview = useSuggestions(dataset.id, threshold);
  const accept = useAcceptSuggestions(dataset.id);
  const undo = useUndoAcceptance(dataset.id);
  const counts = overview.data?.labels ?? [];
  const last = overview.data?.acceptance ?? null;
  const isRunning = last?.job != null && !isFinished(last.job);
  return (
    <section className={styles.part} aria-label={t("labelling.suggest.many.title")}>
      <h3>{t("labelling.suggest.many.title")}</h3>
      <p className={styles.muted}>{t("labelling.suggest.many.lead")}</p>
      <label className={styles.threshold}>
        <span>
          {t("labelling.suggest.from")} <Percent value={shown} digits={0} />
        </span>
        <Slider
          ariaLabelForHandle={t("labelling.suggest.threshold")}
          min={0}
          max={1}
          step={0.01}
          tooltip={{ open: false }}
          value={shown}
          onChange={setShown}
          onChangeComplete={setThreshold}
        />
      </label>
      <ul className={styles.rows}>
        {counts.map(({ id, num }) => {
          const label = labels.find((other) => other.id === id);
          return (
            <li key={id} className={styles.row}>
              <i style={{ background: label?.color }} />
              <span className={styles.name}>{label?.name}</span>
              <span className={styles.count}>
                <Count value={num} />
              </span>
              <Button
                size="small"
                disabled={!mayLabel || isRunning}
                loading={accept.isPending && accept.variables.label_id === id}
                aria-label={t("labelling.suggest.many.acceptLabel", { name: label?.name })}
                onClick={() => accept.mutate({ threshold, label_id: id })}
              >
                {t("labelling.suggest.accept")}
              </Button>
            </li>
          );
        })}
      </ul>
      {overview.isSuccess && counts.length === 0 && (
        <p className={styles.muted}>{t("labelling.suggest.many.none")}</p>
      )}
      {(accept.error ?? undo.error) !== null && <ProblemAlert error={accept.error ?? undo.error} />}
      {isRunning && last.job !== null && <JobProgress job={last.job} cancellable={mayLabel} />}
      {last !== null && !last.is_undone && !isRunning && last.num_accepted > 0 && (
        <div className={styles.row}>
          <span className={styles.name}>
            {t("labelling.suggest.many.accepted", { count: last.num_accepted })}
          </span>
          <Button
            size="small"
            disabled={!mayLabel}
            loading={undo.isPending}
            onClick={() => undo.mutate(last.id)}
          >
            {t("labelling.suggest.many.undo")}
          </Button>
        </div>
      )}
      {last?.is_undone && (
        <p className={styles.muted}>
          {t("labelling.suggest.many.undone", { count: last.num_undone })}
        </p>
      )}
    </section>
  );
}
