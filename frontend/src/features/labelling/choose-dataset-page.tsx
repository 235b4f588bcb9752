import { Button, Progress } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useDatasets, type Dataset } from "@/api/datasets";
import { useMay, useProjectId } from "@/api/project";
import { useTaskCard } from "@/api/task-card";
import { OwnWorkPanel } from "@/components/assignments/own-work";
import { ProjectAssignments } from "@/components/assignments/project-assignments";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Page } from "@/components/ui/page";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";

import styles from "./choose-dataset-page.module.css";

/** Which dataset to label: those with the most left to do come first. */
export function ChooseDatasetPage() {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const datasets = useDatasets(projectId);
  const tables = (datasets.data?.results ?? []).filter(({ num_rows: rows }) => rows !== null);
  const list = [...(datasets.data?.results ?? [])].sort((a, b) => numLeft(b) - numLeft(a));
  const withSamples = list.filter((dataset) => dataset.num_samples > 0);
  return (
    <Page
      title={t("labelling.choose.title")}
      lead={t(tables.length > 0 ? "labelling.editor.noneText" : "labelling.choose.lead")}
    >
      <OwnWorkPanel projectId={projectId} />
      {datasets.isPending && <RowsSkeleton />}
      {datasets.isError && (
        <ErrorState error={datasets.error} onRetry={() => void datasets.refetch()} />
      )}
      {datasets.isSuccess && withSamples.length === 0 && (
        <EmptyState
          title={t("labelling.choose.emptyTitle")}
          action={
            <Link to={`/projects/${projectId}/data`}>
              <Button type="primary" tabIndex={-1}>
                {t("labelling.choose.toData")}
              </Button>
            </Link>
          }
        >
          {t("labelling.choose.emptyText")}
        </EmptyState>
      )}
      {withSamples.length > 0 && (
        <Panel flush>
          <ul>
            {withSamples.map((dataset) =>
              dataset.num_rows === null ? (
                <DatasetRow key={dataset.id} dataset={dataset} />
              ) : (
                <TableRow key={dataset.id} dataset={dataset} numRows={dataset.num_rows} />
              ),
            )}
          </ul>
        </Panel>
      )}
      <ProjectAssignments projectId={projectId} />
    </Page>
  );
}

function numLeft(dataset: Dataset): number {
  return dataset.num_samples - dataset.num_labelled;
}

/** Nothing is labelled in tables, so they lead on to the training. */
function TableRow({ dataset, numRows }: { dataset: Dataset; numRows: number }) {
  const { t } = useTranslation();
  const base = `/projects/${useProjectId()}`;
  const mayTrain = useMay("developer");
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <h2>{dataset.name}</h2>
        <span className={styles.muted}>{t("labelling.choose.table", { count: numRows })}</span>
      </div>
      <span className={styles.buttons}>
        <Link to={`${base}/data/${dataset.id}/table`}>
          <Button tabIndex={-1}>{t("labelling.editor.noneOpen")}</Button>
        </Link>
        {mayTrain && (
          <Link to={`${base}/train/new`}>
            <Button type="primary" tabIndex={-1}>
              {t("labelling.editor.noneTrain")}
            </Button>
          </Link>
        )}
      </span>
    </li>
  );
}

function DatasetRow({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const card = useTaskCard(dataset.task);
  const mayLabel = useMay("annotator");
  const left = numLeft(dataset);
  // With nothing left to label, there are only labels to look at again.
  const all: Record<string, string> = left > 0 ? {} : { scope: "all" };
  const addressOf = (mode: Record<string, string> = {}) =>
    `${dataset.id}?${new URLSearchParams({ ...all, ...mode }).toString()}`;
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <h2>{dataset.name}</h2>
        <span className={styles.muted}>
          {left === 0
            ? t("labelling.choose.allDone")
            : t("labelling.choose.left", { count: left, total: dataset.num_samples })}
        </span>
      </div>
      <Progress
        className={styles.bar}
        percent={Math.floor((dataset.num_labelled / dataset.num_samples) * 100)}
        aria-label={dataset.name}
      />
      <span className={styles.buttons}>
        <Link to={addressOf()}>
          <Button type={mayLabel && left > 0 ? "primary" : "default"} tabIndex={-1}>
            {mayLabel
              ? t(left > 0 ? "labelling.choose.start" : "labelling.choose.review")
              : t("ui.look")}
          </Button>
        </Link>
        {mayLabel && card?.annotation_card.is_classification && (
          <Link to={addressOf({ mode: "batch" })}>
            <Button tabIndex={-1}>{t("labelling.mode.batch")}</Button>
          </Link>
        )}
      </span>
    </li>
  );
}
