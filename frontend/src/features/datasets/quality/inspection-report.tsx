import { Alert } from "antd";
import { useTranslation } from "react-i18next";

import { ErrorState } from "@/components/ui/error-state";
import { Time } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { CardsSkeleton } from "@/components/ui/skeletons";

import type { InspectionDetail } from "../api/quality/quality-keys";
import { useInspection } from "../api/quality/use-inspection";
import { useThisDataset } from "../dataset-context";
import { ChartPanel } from "./chart-panel";
import { FindingCard } from "./finding-card";
import styles from "./quality-tab.module.css";

const SEVERITIES = ["error", "warning", "note"] as const;

/** What one inspection found: a headline, the findings, and how the data is spread. */
export function InspectionReport({ inspectionId }: { inspectionId: string }) {
  const dataset = useThisDataset();
  const inspection = useInspection(dataset.id, inspectionId);
  if (inspection.isPending) return <CardsSkeleton count={4} />;
  if (inspection.isError) {
    return <ErrorState error={inspection.error} onRetry={() => void inspection.refetch()} />;
  }
  return <Report inspection={inspection.data} />;
}

function Report({ inspection }: { inspection: InspectionDetail }) {
  const { t } = useTranslation();
  const { findings, charts, skipped } = inspection;
  return (
    <>
      <Headline inspection={inspection} />
      {inspection.has_changed_since && <Alert type="info" showIcon title={t("quality.stale")} />}
      {SEVERITIES.map((severity) => {
        const shown = findings.filter((finding) => finding.severity === severity);
        if (shown.length === 0) return null;
        return (
          <section key={severity} className={styles.findings}>
            <h2 className={`${styles.severity} ${styles[severity]}`}>
              {t(`quality.severity.${severity}`)}
            </h2>
            {shown.map((finding) => (
              <FindingCard key={finding.id} finding={finding} />
            ))}
          </section>
        );
      })}
      {skipped.length > 0 && (
        <Panel title={t("quality.skippedTitle")}>
          <ul className={styles.skipped}>
            {skipped.map(({ check, reason, params }) => (
              <li key={`${check}.${reason}`}>{t(`quality.skippedCheck.${reason}`, params)}</li>
            ))}
          </ul>
        </Panel>
      )}
      {charts.length > 0 && (
        <section className={styles.findings}>
          <h2>{t("quality.charts")}</h2>
          <div className={styles.charts}>
            {charts.map((chart) => (
              <ChartPanel key={chart.name} chart={chart} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function Headline({ inspection }: { inspection: InspectionDetail }) {
  const { t } = useTranslation();
  const { num_samples: total, num_found: found, version_number: number } = inspection;
  return (
    <header className={styles.headline}>
      <p className={styles.sentence}>
        {found === 0
          ? t("quality.clean", { total })
          : t("quality.headline", { count: total, found })}
      </p>
      <p className={styles.muted}>
        {number === null ? t("quality.ofLive") : t("quality.ofVersion", { number })}
        {" · "}
        {t("quality.inspectedAt")} <Time value={inspection.data_at ?? inspection.created_at} />
      </p>
    </header>
  );
}
