import { useTranslation } from "react-i18next";

import { ConfusionMatrix } from "@/components/charts/confusion-matrix";
import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";

import type { ClassificationReport } from "../report/report";
import { useCell } from "./use-cell";

/** More labels than this make a matrix that nobody can read; the list of pairs remains. */
const MAX_LABELS = 40;

/** What is taken for what; a cell opens its samples. Nothing for multi-label data. */
export function MatrixPanel({ report }: { report: ClassificationReport }) {
  const { t } = useTranslation();
  const [{ actual, predicted }, change] = useCell();
  const { labels, confusion } = report;
  if (confusion.length === 0 || labels.length > MAX_LABELS) return null;
  const truth = labels.indexOf(actual ?? "");
  const given = labels.indexOf(predicted ?? "");
  return (
    <Panel title={<Term name="confusion" />}>
      <ConfusionMatrix
        title={t("models.errors.matrix")}
        labels={labels}
        counts={confusion}
        selected={truth >= 0 && given >= 0 ? { truth, predicted: given } : undefined}
        onOpen={(row, column) =>
          change({ actual: labels[row] ?? null, predicted: labels[column] ?? null })
        }
      />
    </Panel>
  );
}
