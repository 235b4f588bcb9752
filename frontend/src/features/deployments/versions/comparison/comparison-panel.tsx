import { Button, Segmented } from "antd";
import { useTranslation } from "react-i18next";

import { useMay } from "@/api/project";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { useAddressParts } from "@/components/ui/use-address";

import { useComparison } from "../../api/use-comparison";
import { PERIODS } from "../../endpoint/use-period";
import styles from "../../endpoint/endpoint.module.css";
import type { Comparison, DeploymentRevision } from "../../types";
import { RollBack } from "../roll-back";
import { columnOf, type Pair, written } from "./compared";
import { FiguresTable } from "./figures-table";
import { LabelsTable } from "./labels-table";
import { RevisionSelects } from "./revision-selects";
import { ShadowSection } from "./shadow-section";
import { VerdictLines } from "./verdict-lines";

interface ComparisonPanelProps {
  deploymentId: string;
  revisions: readonly DeploymentRevision[];
  pair: Pair;
  onClose: () => void;
}

/** Two revisions beside each other: which one is to have the calls? */
export function ComparisonPanel(props: ComparisonPanelProps) {
  const { deploymentId, revisions, pair, onClose } = props;
  const { t } = useTranslation();
  const mayChange = useMay("developer");
  const [query, change] = useAddressParts();
  const hours = PERIODS.find((item) => String(item) === query.get("hours")) ?? 24;
  const comparison = useComparison(deploymentId, ...pair, hours);
  return (
    <Panel
      title={t("deployments.comparison.title")}
      extra={
        <div className={styles.row}>
          {mayChange && <RollBack deploymentId={deploymentId} revisions={revisions} />}
          <Button size="small" onClick={onClose}>
            {t("deployments.comparison.back")}
          </Button>
        </div>
      }
    >
      <div className={styles.sections}>
        <div className={styles.row}>
          <RevisionSelects
            revisions={revisions}
            pair={pair}
            onChange={(next) => change({ compare: written(next) })}
          />
          <Segmented
            size="small"
            aria-label={t("deployments.statistics.period")}
            value={hours}
            onChange={(value) => change({ hours: String(value) })}
            options={PERIODS.map((value) => ({
              value,
              label: t(`deployments.statistics.hours.${value}`),
            }))}
          />
        </div>
        {comparison.isError ? (
          <ErrorState error={comparison.error} onRetry={() => void comparison.refetch()} />
        ) : comparison.data === undefined ? (
          <RowsSkeleton count={6} />
        ) : (
          <Compared
            deploymentId={deploymentId}
            revisions={revisions}
            comparison={comparison.data}
          />
        )}
      </div>
    </Panel>
  );
}

interface ComparedProps {
  deploymentId: string;
  revisions: readonly DeploymentRevision[];
  comparison: Comparison;
}

function Compared({ deploymentId, revisions, comparison }: ComparedProps) {
  const { t } = useTranslation();
  const { revision, other, shadow, verdict } = comparison;
  const columns = [columnOf(revision), columnOf(other)];
  if (columns.every(({ figures }) => figures.num_calls === 0)) {
    return (
      <EmptyState title={t("deployments.comparison.empty.title")}>
        {t("deployments.comparison.empty.text")}
      </EmptyState>
    );
  }
  return (
    <>
      <VerdictLines comparison={comparison} />
      <FiguresTable
        deploymentId={deploymentId}
        revisions={revisions}
        columns={columns}
        verdict={verdict}
      />
      {shadow !== null && (
        <ShadowSection shadow={shadow} revision={revision.number} other={other.number} />
      )}
      <LabelsTable columns={columns} />
    </>
  );
}
