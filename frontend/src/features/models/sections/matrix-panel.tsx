import { useTranslation } from "react-i18next";

import { ChartFrame } from "@/components/charts/chart-frame";
import { ConfusionMatrix } from "@/components/charts/confusion-matrix";
import { Panel } from "@/components/ui/panel";

import { dataText, headingText } from "../report/report-text";
import type { MatrixSection } from "../report/sections";

/** More than this nobody can read as a grid; the table of what is confused remains. */
const MAX_SIDE = 40;
const MAX_PAIRS = 100;

/** What is taken for what, "nothing there" included where the task knows it. */
export function MatrixPanel({ section }: { section: MatrixSection }) {
  const { t } = useTranslation();
  const title = headingText(t, section.key);
  const rows = section.rows.map((name) => dataText(t, name));
  const columns = section.columns.map((name) => dataText(t, name));
  const pairs = section.cells
    .flatMap((cells, row) =>
      cells.map((count, column): [string, string, number] => [
        rows[row] ?? "",
        columns[column] ?? "",
        count,
      ]),
    )
    .filter(([, , count]) => count > 0)
    .sort((one, other) => other[2] - one[2]);
  const table = {
    columns: [t("ui.chart.truth"), t("ui.chart.predicted"), t("models.classes.num_samples")],
    rows: pairs.slice(0, MAX_PAIRS),
  };
  return (
    <Panel>
      <ChartFrame title={title} table={table}>
        {Math.max(rows.length, columns.length) <= MAX_SIDE ? (
          <ConfusionMatrix
            title={title}
            labels={rows}
            predictedLabels={columns}
            counts={section.cells}
          />
        ) : (
          <p>{t("models.sections.largeMatrix", { count: rows.length })}</p>
        )}
      </ChartFrame>
    </Panel>
  );
}
