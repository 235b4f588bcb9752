import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Sample, SampleDetail } from "@/api/datasets";
import { sampleSource } from "@/api/sample-source";
import { needsNoLabel, type TaskCard } from "@/api/task-card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { useAddressParts } from "@/components/ui/use-address";

import { readSample } from "./api/read-sample";
import { ConflictBanner } from "./components/conflict-banner";
import { LabelPanel } from "./components/label-panel";
import { QueueStrip } from "./components/queue-strip";
import { SuggestionBar } from "./components/suggestion-bar";
import { ToolBar } from "./components/tool-bar";
import { TouchBar } from "./components/touch-bar";
import { EditorView } from "./editors/editor-view";
import styles from "./labelling.module.css";
import type { ModeProps } from "./labelling-page";
import {
  afterEdit,
  isNothing,
  NOTHING,
  numAnnotationsOf,
  numRegionsOf,
  type Annotations,
  type Region,
  type MaybeAnnotations,
} from "./model/annotations";
import { isForWhole, mayBeNegative, withLabel } from "./model/label-use";
import { withProposal, withOne, type SuggestedRegion } from "./model/suggestions";
import { useAnnotating } from "./use-annotating";
import { useCopying } from "./use-copying";
import { useEditorCommands } from "./use-editor-commands";
import { useProposal } from "./use-proposal";
import { useStepping } from "./use-stepping";

type EditorModeProps = Omit<ModeProps, "labelling">;

/** One sample at a time with its editor; what is marked is saved as it is made. */
export function EditorMode(props: EditorModeProps) {
  const { dataset, labels, mayLabel, queue, card } = props;
  const { t } = useTranslation();
  const [params, putParams] = useAddressParts();
  const client = useQueryClient();
  const annotating = useAnnotating(dataset);
  const findLabel = useRef<HTMLInputElement>(null);
  const clipboard = useRef<readonly Region[]>([]);
  const [selected, setSelected] = useState<string | null>(null);
  const [labelId, setLabelId] = useState<string>();
  const { samples } = queue;
  const wanted = params.get("sample");
  const position = Math.max(
    0,
    samples.findIndex(({ id }) => id === wanted),
  );
  const listed = samples[position];
  const detail = useQuery({
    queryKey: ["samples", listed?.id],
    queryFn: () => readSample(listed?.id ?? ""),
    enabled: listed !== undefined,
    staleTime: 0,
  });
  useEffect(() => {
    if (queue.hasMore && position >= samples.length - 20) queue.loadMore();
  }, [position, queue, samples.length]);

  const sample = detail.data;
  const annotations = sample === undefined ? null : annotating.current(sample);
  const label = labels.find(({ id }) => id === labelId) ?? labels[0] ?? null;
  const annotationsNow = useCallback(
    (one: Sample) => {
      const now = annotating.annotatedHere(one.id);
      if (now !== undefined) return now && labelsOf(now);
      return one.labelled_at === null ? null : annotationsOf(one);
    },
    [annotating],
  );
  const numAnnotations = (one: Sample) => {
    const now = annotating.annotatedHere(one.id);
    return now === undefined ? numAnnotationsOf(one) : numRegionsOf(now?.regions ?? []);
  };
  const isDone = (one: Sample) => annotationsNow(one) !== null;
  const say = (next: MaybeAnnotations, source?: "model") => {
    if (sample === undefined || !mayLabel) return;
    annotating.label([sample], [next], source);
  };
  const change = (next: MaybeAnnotations, source?: "model") =>
    say(afterEdit(annotations, next), source);
  const canBeNegative = mayBeNegative(card.annotation_card, dataset.multi_label);
  const show = (id: string) => {
    setSelected(null);
    putParams({ sample: id });
  };
  const step = useStepping(samples, position, isDone, show);
  const stepped = ([first]: readonly string[]) => {
    if (first !== undefined && first !== sample?.id) show(first);
  };
  const undo = () => stepped(annotating.undo());
  const redo = () => stepped(annotating.redo());
  const previous = samples[position - 1];
  const { addCopies, onCopyPrevious } = useCopying({
    sample,
    annotations,
    onChange: change,
    readPrevious:
      previous &&
      (async () =>
        annotating.current(
          await client.fetchQuery({
            queryKey: ["samples", previous.id],
            queryFn: () => readSample(previous.id),
          }),
        )),
  });
  const pressLabel = (id: string) => {
    setLabelId(id);
    const next = withLabel(card.annotation_card, annotations, { id, selected, labels });
    if (next !== undefined) change(next);
  };
  const proposed = useProposal(
    dataset,
    listed?.id,
    annotations,
    samples.slice(position + 1, position + 3).map(({ id }) => id),
  );
  const accept = () => {
    const { suggestion, proposal, isOpen } = proposed;
    if (suggestion === null || !isOpen) return;
    const next = withProposal(annotations, proposal, suggestion, dataset.multi_label);
    // A model may suggest that nothing is there, and accepting it says so.
    if (canBeNegative && isNothing(next)) say(next, "model");
    else change(next, "model");
  };
  const acceptOne = (region: SuggestedRegion) => change(withOne(annotations, region), "model");
  useEditorCommands({
    ...props,
    annotations,
    selected,
    onSelect: setSelected,
    onChange: change,
    onLabel: pressLabel,
    onUndo: undo,
    onRedo: redo,
    onFind: () => findLabel.current?.focus(),
    onCopy: () => {
      clipboard.current = annotations?.regions ?? [];
    },
    onPaste: () => addCopies(clipboard.current),
    proposed: {
      accept,
      acceptOne: () => proposed.chosen && acceptOne(proposed.chosen),
      reject: () => mayLabel && proposed.isOpen && proposed.setRejected(true),
      step: proposed.step,
    },
    onNegative: canBeNegative ? () => say(NOTHING) : undefined,
    onDone: step.goOpen,
    step,
  });
  // Bars and strip count whole samples, whatever is marked in them.
  const progress = useMemo(
    () => ({ ...annotating, current: annotationsNow }),
    [annotating, annotationsNow],
  );
  return (
    <div className={styles.tool}>
      <ToolBar {...props} labelling={progress} hasModes={false} onUndo={undo} onRedo={redo} />
      <ConflictBanner
        session={annotating}
        describe={(their) =>
          their === null
            ? t("labelling.unlabelled")
            : t("labelling.editor.summary", {
                count: their.regions.length + their.texts.length + their.labelIds.length,
              })
        }
        onShow={show}
      />
      <div className={styles.work}>
        <LabelPanel
          dataset={dataset}
          labels={labels}
          chosen={
            isForWhole(card.annotation_card, annotations)
              ? (annotations?.labelIds ?? [])
              : label
                ? [label.id]
                : []
          }
          areOptional={needsNoLabel(card)}
          mayLabel={mayLabel}
          searchRef={findLabel}
          onPress={pressLabel}
          negative={
            canBeNegative
              ? {
                  name: t("labelling.negative"),
                  isOn: annotations !== null && isNothing(annotations),
                }
              : undefined
          }
          isUnlabelled={annotations === null}
          onNone={() => say(NOTHING)}
          onClear={() => change(null)}
        />
        <main className={styles.main}>
          {(queue.error ?? detail.error) !== null && (
            <ErrorState
              error={queue.error ?? detail.error}
              onRetry={() => (queue.error ? queue.retry() : void detail.refetch())}
            />
          )}
          {!queue.isPending && queue.error === null && listed === undefined && (
            <EmptyState title={t("labelling.nothingLeft")}>
              {t("labelling.nothingLeftText")}
            </EmptyState>
          )}
          <SuggestionBar
            state={proposed}
            labels={labels}
            mayLabel={mayLabel}
            onAccept={accept}
            onAcceptOne={acceptOne}
          />
          {sample !== undefined && sample.id === listed?.id ? (
            <Editor key={sample.id} sample={sample} card={card}>
              {(source) => (
                <EditorView
                  card={card.annotation_card}
                  sample={sample}
                  source={source}
                  labels={labels}
                  annotations={annotations ?? NOTHING}
                  label={label}
                  unlabelledAttributes={dataset.attributes}
                  onLabel={setLabelId}
                  mayLabel={mayLabel}
                  selected={selected}
                  onSelect={setSelected}
                  onChange={(next) => change(next)}
                  onCopyPrevious={onCopyPrevious}
                  proposed={proposed.proposal.regions}
                  lookedAt={proposed.chosen?.id ?? null}
                  onLookAt={proposed.choose}
                />
              )}
            </Editor>
          ) : (
            listed !== undefined && <div className={styles.stage} role="status" />
          )}
          <TouchBar
            onPrevious={() => step.go(-1)}
            onNext={() => step.go(1)}
            onUndo={undo}
            canUndo={annotating.canUndo}
          />
          <QueueStrip
            samples={samples}
            media={card.media}
            labels={labels}
            position={position}
            current={progress.current}
            numAnnotations={numAnnotations}
            onShow={show}
          />
        </main>
      </div>
    </div>
  );
}

interface EditorFrameProps {
  sample: SampleDetail;
  card: TaskCard;
  children: (source: ReturnType<typeof sampleSource>) => ReactNode;
}

/** The source stays the same object while a sample is worked on, so that players do not start over. */
function Editor({ sample, card, children }: EditorFrameProps) {
  const [source] = useState(() => sampleSource(sample, card.media));
  return children(source);
}

function labelsOf({ labelIds, regions }: Annotations): string[] {
  return [...new Set([...labelIds, ...regions.flatMap(({ labelId }) => labelId ?? [])])];
}

function annotationsOf({ region_labels: regions, labels }: Sample): string[] {
  return [...labels.map(({ id }) => id), ...regions.flatMap(({ id }) => id ?? [])];
}
