import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";

import { sampleSource } from "@/api/sample-source";
import { SampleMedia } from "@/components/media/sample-media";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { useAddressParts } from "@/components/ui/use-address";

import { ConflictBanner } from "./components/conflict-banner";
import { Finished } from "./components/finished";
import { ImageStage, type StageControls } from "./components/image-stage";
import { LabelPanel } from "./components/label-panel";
import { QueueStrip } from "./components/queue-strip";
import { SuggestionBar } from "./components/suggestion-bar";
import { ToolBar } from "./components/tool-bar";
import { TouchBar } from "./components/touch-bar";
import { ClassScope } from "./editors/class-scope";
import type { ModeProps } from "./labelling-page";
import { labelNames } from "./label-names";
import { NOTHING } from "./model/annotations";
import { press, type LabelIds } from "./model/label-change";
import styles from "./labelling.module.css";
import { useLabelKeys } from "./use-label-keys";
import { useProposal } from "./use-proposal";
import { usePreloaded } from "./use-preloaded";

/** One image at a time, as large as the window allows; a key gives the label and goes on. */
export function SingleMode(props: ModeProps) {
  const { card, dataset, labels, mayLabel, labelling, queue, scope } = props;
  const { t } = useTranslation();
  const [params, putParams] = useAddressParts();
  const stage = useRef<StageControls>(null);
  const findLabel = useRef<HTMLInputElement>(null);
  const { samples, hasMore, loadMore } = queue;
  const wanted = params.get("sample");
  const position = Math.max(
    0,
    samples.findIndex((sample) => sample.id === wanted),
  );
  const sample = samples[position];
  const current = sample === undefined ? null : labelling.current(sample);
  usePreloaded(samples.slice(position + 1, position + 4));
  useEffect(() => {
    if (hasMore && position >= samples.length - 20) loadMore();
  }, [hasMore, loadMore, position, samples.length]);

  const show = (id: string) => putParams({ sample: id });
  const go = (offset: number) => {
    const next = samples[position + offset];
    if (next !== undefined) show(next.id);
  };
  const goUnlabelled = () => {
    const isOpen = (other: (typeof samples)[number]) =>
      other !== sample && labelling.current(other) === null;
    const next = samples.slice(position + 1).find(isOpen) ?? samples.find(isOpen);
    if (next !== undefined) show(next.id);
    else go(1);
  };
  const give = (after: LabelIds, andGoOn: boolean) => {
    if (sample === undefined || !mayLabel) return;
    labelling.label([sample], [after]);
    if (andGoOn) goUnlabelled();
  };
  const pressLabel = (id: string) =>
    give(press(current, id, dataset.multi_label), !dataset.multi_label);
  const stepped = ([first]: readonly string[]) => {
    if (first !== undefined) show(first);
  };
  const undo = () => stepped(labelling.undo());
  const redo = () => stepped(labelling.redo());

  const proposed = useProposal(
    dataset,
    sample?.id,
    current === null ? null : { ...NOTHING, labelIds: current },
    samples.slice(position + 1, position + 4).map(({ id }) => id),
  );
  const accept = () => {
    const { isOpen, proposal } = proposed;
    if (sample === undefined || !mayLabel || !isOpen) return;
    const after = dataset.multi_label
      ? [...(current ?? []), ...proposal.labelIds]
      : proposal.labelIds.slice(0, 1);
    labelling.label([sample], [after], "model");
    goUnlabelled();
  };

  useLabelKeys({
    labels,
    onLabel: pressLabel,
    commands: {
      accept,
      reject: () => mayLabel && proposed.isOpen && proposed.setRejected(true),
      leave: props.onLeave,
      next: () => go(1),
      previous: () => go(-1),
      "next-unlabelled": goUnlabelled,
      undo,
      redo,
      clear: () => give(null, false),
      none: () => dataset.multi_label && give([], true),
      find: () => findLabel.current?.focus(),
      fit: () => stage.current?.fit(),
      "zoom-in": () => stage.current?.zoom(1.25),
      "zoom-out": () => stage.current?.zoom(0.8),
    },
  });
  const numDone = useMemo(
    () => samples.filter((other) => labelling.current(other) !== null).length,
    [labelling, samples],
  );

  return (
    <div className={styles.tool}>
      <ToolBar {...props} onUndo={undo} onRedo={redo} />
      <ConflictBanner
        session={labelling}
        describe={(ids) => labelNames(t, labels, ids)}
        onShow={show}
      />
      <div className={styles.work}>
        <LabelPanel
          dataset={dataset}
          labels={labels}
          chosen={current}
          negative={
            dataset.multi_label
              ? { name: t("labelling.none"), isOn: current?.length === 0 }
              : undefined
          }
          mayLabel={mayLabel}
          searchRef={findLabel}
          onPress={pressLabel}
          onNone={() => give([], true)}
          onClear={() => give(null, false)}
        />
        <main className={styles.main}>
          {queue.error !== null && <ErrorState error={queue.error} onRetry={queue.retry} />}
          {queue.isPending && (
            <div className={styles.stage} role="status" aria-label={t("ui.loading")} />
          )}
          {!queue.isPending && queue.error === null && sample === undefined && (
            <EmptyState title={t("labelling.nothingLeft")}>
              {t("labelling.nothingLeftText")}
            </EmptyState>
          )}
          {scope === "unlabelled" &&
            samples.length > 0 &&
            numDone === samples.length &&
            !hasMore && <Finished dataset={dataset} numDone={numDone} />}
          <SuggestionBar
            state={proposed}
            labels={labels}
            mayLabel={mayLabel}
            onAccept={accept}
            onAcceptOne={() => undefined}
          />
          {sample !== undefined &&
            (card.media === "image" ? (
              <ImageStage key={sample.id} ref={stage} sample={sample} />
            ) : (
              <div key={sample.id} className={styles.page}>
                {(card.media === "audio" || card.media === "video") && <ClassScope />}
                <SampleMedia source={sampleSource(sample, card.media)} />
              </div>
            ))}
          <TouchBar
            onPrevious={() => go(-1)}
            onNext={() => go(1)}
            onUndo={undo}
            canUndo={labelling.canUndo}
          />
          <QueueStrip
            samples={samples}
            media={card.media}
            labels={labels}
            position={position}
            current={labelling.current}
            onShow={show}
          />
        </main>
      </div>
    </div>
  );
}
