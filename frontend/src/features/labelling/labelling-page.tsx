import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";

import { useDataset, useLabels, type Dataset, type Label } from "@/api/datasets";
import { useMay, useProjectId } from "@/api/project";
import { parseFilters, searchOf, type SampleFilters } from "@/api/sample-filters";
import { useTaskCard, type TaskCard } from "@/api/task-card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { PageSkeleton } from "@/components/ui/skeletons";
import { useAddressParts } from "@/components/ui/use-address";

import type { QueueOrder, QueueScope } from "./api/use-queue-page";
import { EditorMode } from "./editor-mode";
import { BatchMode } from "./batch-mode";
import { SingleMode } from "./single-mode";
import { SuggestionWall } from "./suggestion-wall";
import { useLabelling } from "./use-labelling";
import { useLabelQueue } from "./use-label-queue";
import styles from "./labelling.module.css";

export type Mode = "single" | "batch" | "suggested";
const MODES: readonly Mode[] = ["single", "batch", "suggested"];
/** What has a length in time can be named stretch by stretch. */
const TIMED: ReadonlySet<TaskCard["media"]> = new Set(["audio", "video"]);

/** The labelling tool of one dataset: it takes the whole window. */
export function LabellingPage() {
  const { t } = useTranslation();
  const { datasetId = "" } = useParams();
  const projectId = useProjectId();
  const mayLabel = useMay("annotator");
  const dataset = useDataset(datasetId);
  const labels = useLabels(datasetId);
  const failed = dataset.isError ? dataset : labels.isError ? labels : null;
  const back = <Link to={`/projects/${projectId}/data/${datasetId}`}>{t("labelling.back")}</Link>;
  if (failed !== null) {
    return (
      <Alone>
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} action={back} />
      </Alone>
    );
  }
  if (dataset.data === undefined || labels.data === undefined) return <PageSkeleton />;
  if (dataset.data.num_samples === 0) {
    return (
      <Alone>
        <EmptyState title={t("labelling.noSamples")} action={back} />
      </Alone>
    );
  }
  return <Tool dataset={dataset.data} labels={labels.data} mayLabel={mayLabel} />;
}

/** What stands in the window in place of the tool, which has neither frame nor margins. */
function Alone({ children }: { children: ReactNode }) {
  return <main className={styles.alone}>{children}</main>;
}

/** What of the session lives in the address. */
type Place = {
  readonly mode?: Mode;
  readonly scope?: QueueScope;
  readonly order?: QueueOrder;
};

interface ToolProps {
  dataset: Dataset;
  labels: readonly Label[];
  mayLabel: boolean;
}

/** Mode and scope live in the address; all modes work on the same session. */
function Tool({ dataset, labels, mayLabel }: ToolProps) {
  const { t } = useTranslation();
  const [params, change] = useAddressParts();
  const mode = MODES.find((one) => one === params.get("mode")) ?? "single";
  const scope: QueueScope = params.get("scope") === "all" ? "all" : "unlabelled";
  const filters = useMemo(() => parseFilters(params), [params]);
  const navigate = useNavigate();
  const projectId = useProjectId();
  const leave = () =>
    void navigate(`/projects/${projectId}/data/${dataset.id}/browse?${searchOf(filters)}`);
  const card = useTaskCard(dataset.task);
  const labelling = useLabelling(dataset);
  const order: QueueOrder = params.get("order") === "useful" ? "useful" : "came";
  const queue = useLabelQueue(dataset, scope, order, filters);
  if (card === undefined) return <PageSkeleton />;
  const shared = {
    card,
    dataset,
    labels,
    mayLabel,
    labelling,
    queue,
    mode,
    scope,
    filters,
    order,
    onLeave: leave,
  };
  if (card.annotation_card.editor === null) {
    return (
      <Alone>
        <EmptyState
          title={t("labelling.editor.none")}
          action={
            <>
              <Link to={`/projects/${projectId}/data/${dataset.id}/table`}>
                {t("labelling.editor.noneOpen")}
              </Link>
              <Link to={`/projects/${projectId}/train/new`}>{t("labelling.editor.noneTrain")}</Link>
            </>
          }
        >
          {t("labelling.editor.noneText")}
        </EmptyState>
      </Alone>
    );
  }
  const bySegments = params.get("by") === "segments" && TIMED.has(card.media);
  if (!card.annotation_card.is_classification || bySegments) {
    return <EditorMode {...shared} onChange={change} />;
  }
  const Mode = { single: SingleMode, batch: BatchMode, suggested: SuggestionWall }[mode];
  return <Mode {...shared} onChange={change} />;
}

export interface ModeProps extends ToolProps {
  card: TaskCard;
  labelling: ReturnType<typeof useLabelling>;
  queue: ReturnType<typeof useLabelQueue>;
  mode: Mode;
  scope: QueueScope;
  /** Which samples of the dataset these are. */
  filters: SampleFilters;
  order: QueueOrder;
  onLeave: () => void;
  onChange: (part: Place) => void;
}
