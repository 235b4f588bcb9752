import type { ClassificationReport } from "../report/report";
import type { SectionContext } from "../sections/section-view";
import { ClassesPanel } from "./classes-panel";
import { MatrixPanel } from "./matrix-panel";
import { MistakesPanel } from "./mistakes-panel";
import { RuntimePanel } from "./runtime-panel";
import { ThresholdPanel } from "./threshold-panel";
import styles from "./version.module.css";

/** The report of a classifier, of images or of anything else. */
export function ClassificationPanels({
  report,
  ...context
}: SectionContext & { report: ClassificationReport }) {
  return (
    <div className={styles.columns}>
      <div className={styles.sections}>
        <MatrixPanel report={report} />
        <ClassesPanel report={report} />
      </div>
      <div className={styles.sections}>
        <MistakesPanel report={report} {...context} />
        <ThresholdPanel report={report} />
        <RuntimePanel report={report} />
      </div>
    </div>
  );
}
