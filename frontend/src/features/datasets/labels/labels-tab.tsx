import { Alert, App, Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useCreateLabel, useLabels, type Label } from "@/api/datasets";
import { useMay } from "@/api/project";
import { needsNoLabel, useTaskCard, type TaskCard } from "@/api/task-card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { keysOfLabels } from "@/components/ui/label-keys";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { problemText } from "@/i18n/problem-text";

import { useThisDataset } from "../dataset-context";
import { AttributesDialog } from "./attributes-dialog";
import { LabelRow } from "./label-row";
import { RemoveLabelDialog, type Removal } from "./remove-label-dialog";
import styles from "./labels-tab.module.css";

/** The label set: names, colours, order; merging and deleting say beforehand what they change. */
export function LabelsTab() {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const labels = useLabels(dataset.id);
  const mayEdit = useMay("annotator");
  const mayRemove = useMay("developer");
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [described, setDescribed] = useState<Label | "unlabelled" | null>(null);
  const card = useTaskCard(dataset.task);
  const isFine = card !== undefined && needsNoLabel(card);
  const keys = keysOfLabels(labels.data ?? []);
  if (labels.isPending) return <RowsSkeleton />;
  if (labels.isError) {
    return <ErrorState error={labels.error} onRetry={() => void labels.refetch()} />;
  }
  if (dataset.num_rows !== null) {
    return (
      <EmptyState
        title={t("datasets.labels.ofTableTitle")}
        action={<Link to="../table">{t("datasets.labels.toTable")}</Link>}
      >
        {t("datasets.labels.ofTableText")}
      </EmptyState>
    );
  }
  return (
    <div className={styles.page}>
      {mayEdit && <NewLabel datasetId={dataset.id} />}
      {labels.data.length === 0 && (
        <EmptyState
          title={t(isFine ? "datasets.labels.notNeededTitle" : "datasets.labels.emptyTitle")}
        >
          {t(isFine ? "datasets.labels.notNeededText" : "datasets.labels.emptyText")}
        </EmptyState>
      )}
      {labels.data.length > 0 && (
        <Panel flush>
          <ul>
            {labels.data.map((label, position) => (
              <LabelRow
                key={label.id}
                datasetId={dataset.id}
                label={label}
                position={position}
                keyName={keys.get(label.id)}
                numLabels={labels.data.length}
                mayEdit={mayEdit}
                mayRemove={mayRemove}
                onAttributes={card && hasRegions(card) ? () => setDescribed(label) : undefined}
                onRemove={(kind) => setRemoval({ kind, label })}
              />
            ))}
          </ul>
        </Panel>
      )}
      {mayRemove && card && mayLackLabels(card) && (
        <div>
          <Button onClick={() => setDescribed("unlabelled")}>
            {t("datasets.attributes.openUnlabelled", { count: dataset.attributes.length })}
          </Button>
        </div>
      )}
      {described !== null && (
        <AttributesDialog
          key={described === "unlabelled" ? described : described.id}
          datasetId={dataset.id}
          labelId={described === "unlabelled" ? null : described.id}
          name={described === "unlabelled" ? t("datasets.attributes.noLabel") : described.name}
          attributes={(described === "unlabelled" ? dataset : described).attributes}
          onClose={() => setDescribed(null)}
        />
      )}
      {labels.data.length > 36 && (
        <Alert type="info" showIcon title={t("datasets.labels.manyHint")} />
      )}
      {removal !== null && (
        <RemoveLabelDialog
          key={`${removal.kind} ${removal.label.id}`}
          datasetId={dataset.id}
          labels={labels.data}
          removal={removal}
          onClose={() => setRemoval(null)}
        />
      )}
    </div>
  );
}

const TIMED: ReadonlySet<TaskCard["media"]> = new Set(["audio", "video"]);

/** Something is marked within samples; segments only where they last. */
function hasRegions({ annotation_card: { geometries }, media }: TaskCard): boolean {
  return geometries.some((kind) => kind !== "segment" || TIMED.has(media));
}

/** Of what is annotated within samples. */
function mayLackLabels({ annotation_card: card }: TaskCard): boolean {
  return !card.region_labels_required;
}

function NewLabel({ datasetId }: { datasetId: string }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [name, setName] = useState("");
  const create = useCreateLabel(datasetId);
  const submit = () => {
    if (name.trim() === "") return;
    create.mutate(
      { name: name.trim() },
      {
        onSuccess: () => setName(""),
        onError: (error) => void message.error(problemText(t, error)),
      },
    );
  };
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Input
        aria-label={t("datasets.labels.newName")}
        placeholder={t("datasets.labels.newName")}
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button
        htmlType="submit"
        type="primary"
        loading={create.isPending}
        disabled={name.trim() === ""}
      >
        {t("datasets.labels.add")}
      </Button>
    </form>
  );
}
