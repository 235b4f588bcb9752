import { useTranslation } from "react-i18next";

import type { SectionedReport } from "../report/report";
import type { Section } from "../report/sections";
import { RuntimePanel } from "../version/runtime-panel";
import styles from "../version/version.module.css";
import { SectionView, type SectionContext } from "./section-view";

/** Parts that need the whole width: truth and prediction stand side by side in them. */
const WIDE: ReadonlySet<Section["kind"]> = new Set(["cases", "note"]);

const MAX_COLUMNS_IN_HALF = 6;

/** About how high a part becomes, so that both columns end at about the same line. */
function heightOf(section: Section): number {
  switch (section.kind) {
    case "table":
      return 100 + 40 * section.rows.length;
    case "matrix":
      return 120 + 34 * section.rows.length;
    case "bars":
      return 100 + 26 * section.names.length;
    case "thresholds":
      return 480;
    default:
      return 340;
  }
}

const RUNTIME_HEIGHT = 260;

/** How many parts stand in the first column, in their order; the runtime ends the second. */
function numInFirstColumn(heights: readonly number[]): number {
  const total = heights.reduce((sum, height) => sum + height, RUNTIME_HEIGHT);
  let left = 0;
  let best = { num: 0, difference: total };
  heights.forEach((height, index) => {
    left += height;
    const difference = Math.abs(total - 2 * left);
    if (difference < best.difference) best = { num: index + 1, difference };
  });
  return best.num;
}

/** All parts of a report: wide tables first, other tables and charts in two columns, samples across. */
export function SectionedPanels({
  report,
  ...context
}: SectionContext & { report: SectionedReport }) {
  const { t } = useTranslation();
  const parts = report.sections.map((section, index) => ({ section, index }));
  const wide = parts.filter(({ section }) => WIDE.has(section.kind));
  const isWideTable = (section: Section) =>
    section.kind === "table" && section.columns.length > MAX_COLUMNS_IN_HALF;
  const tables = parts.filter(({ section }) => isWideTable(section));
  const narrow = parts.filter(({ section }) => !WIDE.has(section.kind) && !isWideTable(section));
  const view = ({ section, index }: (typeof parts)[number]) => (
    <SectionView key={index} section={section} names={report.labels} {...context} />
  );
  const notes = wide.filter(({ section }) => section.kind === "note");
  const cases = wide.filter(({ section }) => section.kind === "cases");
  const numLeft = numInFirstColumn(narrow.map(({ section }) => heightOf(section)));
  return (
    <div className={styles.sections} aria-label={t("models.tab.report")}>
      {notes.map(view)}
      {tables.map(view)}
      <div className={styles.columns}>
        <div className={styles.sections}>{narrow.slice(0, numLeft).map(view)}</div>
        <div className={styles.sections}>
          {narrow.slice(numLeft).map(view)}
          <RuntimePanel report={report} />
        </div>
      </div>
      {cases.map(view)}
    </div>
  );
}
