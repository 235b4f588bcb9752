import { Select } from "antd";
import { useTranslation } from "react-i18next";

import { ErrorState } from "@/components/ui/error-state";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { useAddressParts } from "@/components/ui/use-address";

import { useDriftWindow } from "../api/use-drift-window";
import { useDriftWindows } from "../api/use-drift-windows";
import type { DriftSettings, DriftWindow, RevisionDrift } from "../types";
import { DriftChart } from "./drift-chart";
import styles from "./drift.module.css";
import { FeaturesTable } from "./features-table";
import { VerdictLine } from "./verdict-line";
import { span } from "./span";
import { WindowFigures } from "./window-figures";

interface RevisionPanelProps {
  deploymentId: string;
  drift: RevisionDrift;
  settings: DriftSettings;
  inputKind: string | undefined;
}

/** One revision: the latest verdict, all of them over time, and what changed in one window. */
export function RevisionPanel({ deploymentId, drift, settings, inputKind }: RevisionPanelProps) {
  const windows = useDriftWindows(deploymentId, drift.revision);
  const found = windows.data?.results;
  return (
    <div className={styles.sections}>
      <VerdictLine drift={drift} settings={settings} />
      {drift.latest !== null &&
        (windows.isError && found === undefined ? (
          <ErrorState error={windows.error} onRetry={() => void windows.refetch()} />
        ) : found === undefined ? (
          <RowsSkeleton count={4} />
        ) : (
          <Windows windows={found} inputKind={inputKind} />
        ))}
    </div>
  );
}

function Windows({
  windows,
  inputKind,
}: {
  windows: readonly DriftWindow[];
  inputKind: string | undefined;
}) {
  const { t, i18n } = useTranslation();
  const [query, change] = useAddressParts();
  const chosen = windows.find(({ id }) => id === query.get("window")) ?? windows[0];
  if (chosen === undefined) return null;
  return (
    <>
      <DriftChart windows={windows} />
      <section className={styles.section}>
        <div className={styles.head}>
          <h3>{t("drift.window.title")}</h3>
          <Select
            size="small"
            className={styles.windows}
            aria-label={t("drift.window.choose")}
            popupMatchSelectWidth={false}
            value={chosen.id}
            onChange={(id) => change({ window: id === windows[0]?.id ? null : id })}
            options={windows.map((one) => ({
              value: one.id,
              label: `${span(one, i18n.language)} · ${t(`drift.short.${one.verdict}`)}`,
            }))}
          />
        </div>
        <Window window={chosen} inputKind={inputKind} />
      </section>
    </>
  );
}

function Window({ window, inputKind }: { window: DriftWindow; inputKind: string | undefined }) {
  const report = useDriftWindow(window.id);
  if (report.isError && report.data === undefined) {
    return <ErrorState error={report.error} onRetry={() => void report.refetch()} />;
  }
  if (report.data === undefined) return <RowsSkeleton count={4} />;
  return (
    <>
      <WindowFigures report={report.data} />
      {report.data.features.length > 0 && (
        <FeaturesTable report={report.data} inputKind={inputKind} />
      )}
    </>
  );
}
