import { Alert, Button, Segmented, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";

import { useQueryClient } from "@tanstack/react-query";

import { datasetKeys } from "@/api/datasets";
import { isFinished } from "@/api/jobs";
import { useMay } from "@/api/project";
import { useTaskCard } from "@/api/task-card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { JobFailure, JobProgress } from "@/components/ui/job-progress";
import { Panel } from "@/components/ui/panel";
import { ProblemAlert } from "@/components/ui/problem-alert";
import { CardsSkeleton } from "@/components/ui/skeletons";

import type { Inspection } from "../api/quality/quality-keys";
import { useInspect } from "../api/quality/use-inspect";
import { useInspections } from "../api/quality/use-inspections";
import { useVersions } from "../api/versions/use-versions";
import { CleaningView } from "../cleaning/cleaning-view";
import { useThisDataset } from "../dataset-context";
import { isCleaned } from "../offered";
import { InspectionReport } from "./inspection-report";
import styles from "./quality-tab.module.css";

const LIVE = "live";

const PARTS = ["findings", "cleaning"] as const;

/** Is the data any good? What inspections found, and recipes that clean it. */
export function QualityTab() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const card = useTaskCard(useThisDataset().task);
  const part = params.get("part") === "cleaning" ? "cleaning" : "findings";
  const choose = (chosen: string) =>
    setParams(chosen === "cleaning" ? { part: chosen } : {}, { replace: true });
  return (
    <div className={styles.page}>
      {card !== undefined && isCleaned(card.media) && (
        <Segmented
          className={styles.parts}
          aria-label={t("quality.parts")}
          value={part}
          onChange={choose}
          options={PARTS.map((name) => ({ value: name, label: t(`quality.part.${name}`) }))}
        />
      )}
      {part === "cleaning" ? <CleaningView /> : <Inspections />}
    </div>
  );
}

/** The latest inspection, its findings and their fixes. */
function Inspections() {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const inspections = useInspections(dataset.id);
  const [params, setParams] = useSearchParams();
  if (inspections.isPending) return <CardsSkeleton count={4} />;
  if (inspections.isError) {
    return <ErrorState error={inspections.error} onRetry={() => void inspections.refetch()} />;
  }
  const all = inspections.data;
  const [latest] = all;
  if (latest === undefined) return <NeverInspected />;
  const ready = all.filter((inspection) => inspection.state === "ready");
  const chosen = ready.find(({ id }) => id === params.get("inspection")) ?? ready.at(0);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        {ready.length > 1 && chosen !== undefined && (
          <HistorySelect
            ready={ready}
            chosen={chosen.id}
            onChoose={(id) => setParams({ inspection: id }, { replace: true })}
          />
        )}
        <span className={styles.spring} />
        <InspectButton again={ready.length > 0} />
      </div>
      {latest.state === "running" && <Running inspection={latest} />}
      {chosen !== undefined && <InspectionReport inspectionId={chosen.id} />}
      {chosen === undefined && latest.state === "ready" && (
        <p className={styles.muted}>{t("quality.emptyText")}</p>
      )}
    </div>
  );
}

function NeverInspected() {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const mayInspect = useMay("developer");
  if (dataset.num_samples === 0) {
    return (
      <EmptyState
        title={t("quality.emptyTitle")}
        action={
          <Link to="../import">
            <Button type="primary" tabIndex={-1}>
              {t("datasets.action.import")}
            </Button>
          </Link>
        }
      >
        {t("quality.emptyText")}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("quality.emptyTitle")} action={<InspectButton again={false} />}>
      {t("quality.emptyText")}
      {!mayInspect && <p>{t("ui.developerStarts")}</p>}
    </EmptyState>
  );
}

/** Start an inspection of the live samples or of a version. */
function InspectButton({ again }: { again: boolean }) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const mayInspect = useMay("developer");
  const versions = useVersions(dataset.id);
  const inspect = useInspect(dataset.id);
  const [scope, setScope] = useState(LIVE);
  if (!mayInspect) return null;
  const ready = versions.data?.filter((version) => version.state === "ready") ?? [];
  return (
    <div className={styles.start}>
      {ready.length > 0 && (
        <Select
          aria-label={t("quality.scope")}
          className={styles.select}
          value={scope}
          onChange={setScope}
          options={[
            { value: LIVE, label: t("quality.live") },
            ...ready.map(({ id, number }) => ({
              value: id,
              label: t("quality.version", { number }),
            })),
          ]}
        />
      )}
      <Button
        type={again ? "default" : "primary"}
        loading={inspect.isPending}
        onClick={() => inspect.mutate(scope === LIVE ? null : scope)}
      >
        {t(again ? "quality.inspectAgain" : "quality.inspect")}
      </Button>
      {inspect.isError && <ProblemAlert error={inspect.error} />}
    </div>
  );
}

/** An inspection while it runs, or why it ended early. */
function Running({ inspection }: { inspection: Inspection }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mayCancel = useMay("developer");
  const { job } = inspection;
  if (job === null) return null;
  if (isFinished(job) && job.state !== "succeeded") {
    return (
      <Alert
        type="error"
        showIcon
        title={t("quality.stopped")}
        description={<JobFailure job={job} />}
      />
    );
  }
  return (
    <Panel title={t("quality.running")}>
      <JobProgress
        job={job}
        cancellable={mayCancel}
        onFinished={() =>
          void client.invalidateQueries({ queryKey: datasetKeys.one(inspection.dataset_id) })
        }
      />
    </Panel>
  );
}

interface HistoryProps {
  ready: readonly Inspection[];
  chosen: string;
  onChoose: (id: string) => void;
}

function HistorySelect({ ready, chosen, onChoose }: HistoryProps) {
  const { t, i18n } = useTranslation();
  const written = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (
    <Select
      aria-label={t("quality.history")}
      className={styles.history}
      value={chosen}
      onChange={onChoose}
      options={ready.map(({ id, created_at, version_number: number }) => ({
        value: id,
        label: `${written.format(new Date(created_at))} · ${
          number === null ? t("quality.live") : t("quality.version", { number })
        }`,
      }))}
    />
  );
}
