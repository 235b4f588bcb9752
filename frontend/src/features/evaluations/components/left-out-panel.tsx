import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";

import type { Evaluation } from "../types";
import styles from "./evaluations.module.css";
import { nameOf } from "./model-name";

/** Which samples do not count, and why; nothing where all of them do. */
export function LeftOutPanel({ evaluation }: { evaluation: Evaluation }) {
  const { t } = useTranslation();
  const unknown = evaluation.models.filter(({ is_training_known: isKnown }) => !isKnown);
  const notes = [
    evaluation.num_trained_on > 0 &&
      t("evaluations.leftOut.trainedOn", { count: evaluation.num_trained_on }),
    evaluation.num_unknown > 0 &&
      t("evaluations.leftOut.unknown", {
        count: evaluation.num_unknown,
        labels: evaluation.unknown_labels.join(", "),
      }),
    evaluation.num_left_out > 0 &&
      t("evaluations.leftOut.unreadable", { count: evaluation.num_left_out }),
    unknown.length > 0 &&
      t("evaluations.leftOut.training", { models: unknown.map(nameOf).join(", ") }),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <Panel title={t("evaluations.leftOut.title")}>
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {evaluation.left_out.length > 0 && (
        <ul className={styles.samples}>
          {evaluation.left_out.map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
