import { useQuery, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";

import { assignmentKeys, type AssignmentDetail } from "@/api/assignments";
import { sampleSource } from "@/api/sample-source";
import { needsNoLabel, type TaskCard } from "@/api/task-card";
import { ErrorState } from "@/components/ui/error-state";

import { ConflictBanner } from "../components/conflict-banner";
import { LabelPanel } from "../components/label-panel";
import { QueueStrip } from "../components/queue-strip";
import { TouchBar } from "../components/touch-bar";
import styles from "../labelling.module.css";
import { press } from "../model/label-change";
import { isForWhole, mayBeNegative, withLabel } from "../model/label-use";
import {
  afterEdit,
  isNothing,
  NOTHING,
  type Region,
  type MaybeAnnotations,
} from "../model/annotations";
import { useEditorCommands } from "../use-editor-commands";
import { useCopying } from "../use-copying";
import { useStepping } from "../use-stepping";
import { NOTHING_PROPOSED } from "../editors/editor";
import its from "./assignment.module.css";
import { CommentList } from "./comment-list";
import { Instructions } from "./instructions";
import { LostBanner } from "./lost-banner";
import { NothingToDo } from "./nothing-to-do";
import { readItem } from "./save-answers";
import { useAnswering } from "./use-answering";
import type { useBatch } from "./use-batch";
import { WorkBar } from "./work-bar";
import { WorkStage } from "./work-stage";

interface Props {
  detail: AssignmentDetail;
  card: TaskCard;
  batch: ReturnType<typeof useBatch>;
}

/** One item at a time: answer, hand in, on to the next; what came back is shown with its comments. */
export function WorkTool({ detail, card, batch }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const { assignment, labels } = detail;
  const { dataset } = assignment;
  const { items } = batch;
  const findLabel = useRef<HTMLInputElement>(null);
  const clipboard = useRef<readonly Region[]>([]);
  const [selected, setSelected] = useState<string | null>(null);
  const [labelId, setLabelId] = useState<string>();
  const [isReading, setReading] = useState(
    // Where the window is narrow they would take the place of the sample.
    () => detail.instructions !== "" && window.matchMedia("(min-width: 721px)").matches,
  );
  const answering = useAnswering(assignment, items, () => {
    if (numOpen <= assignment.batch_size / 2) batch.fill();
    void client.invalidateQueries({ queryKey: assignmentKeys.one(assignment.id), exact: true });
  });
  const { session, states, look } = answering;
  const stateOf = (item: (typeof items)[number]) => states.get(item.id) ?? item.state;
  const isOpen = (item: (typeof items)[number]) => {
    const state = stateOf(item);
    return state === "held" || state === "returned";
  };
  const numOpen = items.filter(isOpen).length;
  const wanted = params.get("sample");
  const found = items.findIndex(({ sample }) => sample.id === wanted);
  const position = found >= 0 ? found : Math.max(0, items.findIndex(isOpen));
  const item = items[position];
  const read = useQuery({
    queryKey: assignmentKeys.item(item?.id ?? ""),
    queryFn: () => readItem(item?.id ?? ""),
    enabled: item !== undefined,
  });
  const shown = read.data?.id === item?.id ? read.data : undefined;
  const sample = shown?.sample;
  useEffect(() => {
    if (sample !== undefined) look(sample.id);
  }, [look, sample]);

  const annotations: MaybeAnnotations = sample === undefined ? null : session.current(sample);
  const state = item === undefined ? null : stateOf(item);
  const mayLabel = state === "held" || state === "returned" || state === "submitted";
  const label = labels.find(({ id }) => id === labelId) ?? labels[0] ?? null;
  const show = (id: string) => {
    setSelected(null);
    setParams({ sample: id }, { replace: true });
  };
  const samples = items.map((one) => one.sample);
  const itemBySample = new Map(items.map((one) => [one.sample.id, one]));
  const isDone = ({ id }: { id: string }) => {
    const one = itemBySample.get(id);
    return one === undefined || !isOpen(one);
  };
  const step = useStepping(samples, position, isDone, show);
  const say = (next: MaybeAnnotations) => {
    if (sample !== undefined && mayLabel) answering.change(sample, next);
  };
  const change = (next: MaybeAnnotations) => say(afterEdit(annotations, next));
  const canBeNegative = mayBeNegative(card.annotation_card, dataset.multi_label);
  const before = items[position - 1];
  const { addCopies, onCopyPrevious } = useCopying({
    sample,
    annotations,
    onChange: change,
    readPrevious: before && (async () => session.current((await readItem(before.id)).sample)),
  });
  const handIn = (answer: MaybeAnnotations) => {
    if (sample === undefined || !mayLabel) return;
    if (answer === null && canBeNegative) {
      void message.info(t("labelling.sayNegative"));
      return;
    }
    answering.handIn(sample, answer);
    step.goOpen();
  };
  const pressLabel = (id: string) => {
    setLabelId(id);
    if (card.annotation_card.is_classification) {
      const next = press(annotations?.labelIds ?? null, id, dataset.multi_label);
      const answer = next === null ? null : { ...NOTHING, labelIds: next };
      // One class is the whole answer: the key gives it and goes on.
      if (dataset.multi_label || answer === null) change(answer);
      else handIn(answer);
      return;
    }
    const next = withLabel(card.annotation_card, annotations, { id, selected, labels });
    if (next !== undefined) change(next);
  };
  const leave = () => {
    const go = () => void navigate("/");
    if (session.status.numUnsaved > 0 || answering.lost.length > 0) go();
    else void batch.giveBack().then(go, go);
  };
  useEditorCommands({
    labels,
    annotations,
    selected,
    onSelect: setSelected,
    onChange: change,
    onLabel: pressLabel,
    onUndo: () => answering.undo(),
    onRedo: () => answering.redo(),
    onFind: () => findLabel.current?.focus(),
    onCopy: () => {
      clipboard.current = annotations?.regions ?? [];
    },
    onPaste: () => addCopies(clipboard.current),
    onNegative: canBeNegative ? () => say(NOTHING) : undefined,
    onDone: () => handIn(annotations),
    onLeave: leave,
    step,
  });

  return (
    <div className={styles.tool}>
      <WorkBar
        detail={detail}
        item={shown}
        state={state}
        numOpen={numOpen}
        answering={answering}
        isReading={isReading}
        onRead={setReading}
        onHandIn={() => handIn(annotations)}
        onSkipped={(skipped) => {
          answering.noteState(skipped);
          step.goOpen();
          batch.fill();
        }}
        onLeave={leave}
      />
      <LostBanner answering={answering} onShow={show} />
      <ConflictBanner
        session={session}
        describe={(one) =>
          one === null
            ? t("labelling.unlabelled")
            : t("labelling.editor.summary", {
                count: one.regions.length + one.texts.length + one.labelIds.length,
              })
        }
        onShow={show}
      />
      {items.length === 0 || numOpen === 0 ? (
        <NothingToDo detail={detail} onReload={batch.fill} />
      ) : null}
      <div className={`${styles.work} ${isReading ? its.reading : ""}`}>
        <LabelPanel
          dataset={dataset}
          labels={labels}
          chosen={
            card.annotation_card.is_classification || isForWhole(card.annotation_card, annotations)
              ? (annotations?.labelIds ?? null)
              : label
                ? [label.id]
                : []
          }
          areOptional={needsNoLabel(card)}
          mayLabel={mayLabel}
          mayCreate={false}
          searchRef={findLabel}
          onPress={pressLabel}
          negative={
            canBeNegative
              ? {
                  name: t(
                    card.annotation_card.is_classification
                      ? "labelling.none"
                      : "labelling.negative",
                  ),
                  isOn: annotations !== null && isNothing(annotations),
                }
              : undefined
          }
          isUnlabelled={annotations === null}
          onNone={() => say(NOTHING)}
          onClear={() => change(null)}
        />
        <main className={styles.main}>
          {read.error !== null && (
            <ErrorState error={read.error} onRetry={() => void read.refetch()} />
          )}
          {shown !== undefined && shown.comments.length > 0 && (
            <CommentList
              comments={shown.comments}
              regions={annotations?.regions ?? []}
              labels={labels}
              selected={selected}
              onSelect={setSelected}
            />
          )}
          {sample !== undefined ? (
            <WorkStage
              key={sample.id}
              card={card}
              source={sampleSource(sample, card.media)}
              editor={{
                ...NOTHING_PROPOSED,
                sample,
                labels,
                annotations: annotations ?? NOTHING,
                label,
                onLabel: setLabelId,
                mayLabel,
                selected,
                onSelect: setSelected,
                onChange: change,
                onCopyPrevious,
              }}
            />
          ) : (
            item !== undefined && <div className={styles.stage} role="status" />
          )}
          <TouchBar
            onPrevious={() => step.go(-1)}
            onNext={() => step.go(1)}
            onUndo={() => answering.undo()}
            canUndo={session.canUndo}
          />
          <QueueStrip
            samples={samples}
            media={card.media}
            labels={labels}
            position={position}
            current={(one) => {
              const other = itemBySample.get(one.id);
              if (other === undefined || isOpen(other)) return null;
              return one.id === sample?.id ? (annotations?.labelIds ?? []) : [];
            }}
            onShow={show}
          />
        </main>
        {isReading && <Instructions text={detail.instructions} onClose={() => setReading(false)} />}
      </div>
    </div>
  );
}
