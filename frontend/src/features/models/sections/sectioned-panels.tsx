import { useTranslation } from "react-i18next";

import type { SectionedReport } from "../report/report";
import type { Section } from "../report/sections";
import { RuntimePanel } from "../version/runtime-panel";
import styles from "../version/version.module.css";
import { SectionView, type SectionContext } from "./section-view";

/** Parts that need the whole width: truth and prediction stand side by side in them. */
const WIDE: ReadonlySet<Section["kind"]> = new Set(["cases", "note"]);

/** All parts of a report: charts and tables in two columns, samples across. */
export function SectionedPanels({
  report,
  ...context
}: SectionContext & { report: SectionedReport }) {
  const { t } = useTranslation();
  const parts = report.sections.map((section, index) => ({ section, index }));
  const wide = parts.filter(({ section }) => WIDE.has(section.kind));
  const narrow = parts.filter(({ section }) => !WIDE.has(section.kind));
  const view = ({ section, index }: (typeof parts)[number]) => (
    <SectionView key={index} section={section} names={report.labels} {...context} />
  );
  const notes = wide.filter(({ section }) => section.kind === "note");
  const cases = wide.filter(({ section }) => section.kind === "cases");
  const half = Math.ceil(narrow.length / 2);
  return (
    <div className={styles.sections} aria-label={t("models.tab.report")}>
      {notes.map(view)}
      <div className={styles.columns}>
        <div className={styles.sections}>{narrow.slice(0, half).map(view)}</div>
        <div className={styles.sections}>
          {narrow.slice(half).map(view)}
          <RuntimePanel report={report} />
        </div>
      </div>
      {cases.map(view)}
    </div>
  );
}
