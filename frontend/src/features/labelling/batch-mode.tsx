import { Button } from "antd";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Sample } from "@/api/datasets";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";

import { BatchGrid } from "./components/batch-grid";
import { ConflictBanner } from "./components/conflict-banner";
import { Finished } from "./components/finished";
import { LabelPanel } from "./components/label-panel";
import { ToolBar } from "./components/tool-bar";
import type { ModeProps } from "./labelling-page";
import styles from "./labelling.module.css";
import batch from "./components/batch-grid.module.css";
import { labelNames } from "./label-names";
import { pageOf, PAGE_SIZE } from "./model/batch-page";
import { pressForAll, sameLabels, type LabelIds } from "./model/label-change";
import { chooseInGrid, type GridSelection } from "./model/grid-selection";
import { useLabelKeys } from "./use-label-keys";

/** A page of images: select those that show the same, and one key labels them all. */
export function BatchMode(props: ModeProps) {
  const { card, dataset, labels, mayLabel, labelling, queue, scope } = props;
  const { t } = useTranslation();
  const findLabel = useRef<HTMLInputElement>(null);
  const [page, setPage] = useState(0);
  const [selection, setSelection] = useState<GridSelection>({ ids: new Set(), anchor: null });
  const [active, setActive] = useState(0);
  const shown = pageOf(queue.samples, page);
  const order = shown.map((sample) => sample.id);
  const chosen = shown.filter((sample) => selection.ids.has(sample.id));
  const isLast = (page + 1) * PAGE_SIZE >= queue.samples.length && !queue.hasMore;
  const numDone = useMemo(
    () => queue.samples.filter((sample) => labelling.current(sample) !== null).length,
    [labelling, queue.samples],
  );

  const give = (after: readonly LabelIds[]) => {
    if (!mayLabel || chosen.length === 0) return;
    labelling.label(chosen, after);
    // Done with these: the next key belongs to the next selection.
    if (!dataset.multi_label) setSelection({ ids: new Set(), anchor: null });
  };
  const giveAll = (after: LabelIds) => give(chosen.map(() => after));
  const pressLabel = (id: string) =>
    give(pressForAll(chosen.map(labelling.current), id, dataset.multi_label));
  const turn = (offset: number) => {
    const next = page + offset;
    if (next < 0 || (offset > 0 && isLast)) return;
    if ((next + 2) * PAGE_SIZE >= queue.samples.length) queue.loadMore();
    setPage(next);
    setActive(0);
    setSelection({ ids: new Set(), anchor: null });
  };
  const choose = (id: string, shift: boolean) => {
    setActive(order.indexOf(id));
    setSelection((old) => chooseInGrid(old, order, id, { shift }));
  };
  const selectWhere = (test: (sample: Sample) => boolean) =>
    setSelection({ ids: new Set(shown.filter(test).map(({ id }) => id)), anchor: null });

  const common = commonLabels(chosen.map(labelling.current));
  useLabelKeys({
    labels,
    onLabel: pressLabel,
    commands: {
      leave: props.onLeave,
      undo: () => void labelling.undo(),
      redo: () => void labelling.redo(),
      clear: () => giveAll(null),
      none: () => dataset.multi_label && giveAll([]),
      find: () => findLabel.current?.focus(),
      "next-unlabelled": () => turn(1),
    },
  });

  return (
    <div className={styles.tool}>
      <ToolBar
        {...props}
        onUndo={() => void labelling.undo()}
        onRedo={() => void labelling.redo()}
      />
      <ConflictBanner
        session={labelling}
        describe={(ids) => labelNames(t, labels, ids)}
        onShow={() => undefined}
      />
      <div className={styles.work}>
        <LabelPanel
          dataset={dataset}
          labels={labels}
          chosen={common}
          negative={
            dataset.multi_label
              ? { name: t("labelling.none"), isOn: common?.length === 0 }
              : undefined
          }
          mayLabel={mayLabel}
          isReady={chosen.length > 0}
          searchRef={findLabel}
          onPress={pressLabel}
          onNone={() => giveAll([])}
          onClear={() => giveAll(null)}
        />
        <main className={styles.main}>
          {scope === "unlabelled" &&
            queue.samples.length > 0 &&
            isLast &&
            numDone === queue.samples.length && <Finished dataset={dataset} numDone={numDone} />}
          <div className={batch.head}>
            <p role="status">
              {chosen.length === 0
                ? t("labelling.batch.hint")
                : t("labelling.batch.selected", { count: chosen.length })}
            </p>
            <Button size="small" onClick={() => selectWhere(() => true)}>
              {t("labelling.batch.all")}
            </Button>
            <Button
              size="small"
              onClick={() => selectWhere((sample) => labelling.current(sample) === null)}
            >
              {t("labelling.batch.unlabelled")}
            </Button>
            <span className={batch.spring} />
            <Button size="small" disabled={page === 0} onClick={() => turn(-1)}>
              {t("labelling.batch.previousPage")}
            </Button>
            <span className={styles.numbers}>{t("labelling.batch.page", { page: page + 1 })}</span>
            <Button size="small" type="primary" disabled={isLast} onClick={() => turn(1)}>
              {t("labelling.batch.nextPage")}
            </Button>
          </div>
          {queue.error !== null && <ErrorState error={queue.error} onRetry={queue.retry} />}
          {!queue.isPending &&
            shown.length === 0 &&
            queue.error === null &&
            !queue.isLoadingMore && (
              <EmptyState title={t("labelling.nothingLeft")}>
                {t("labelling.nothingLeftText")}
              </EmptyState>
            )}
          <BatchGrid
            samples={shown}
            media={card.media}
            labels={labels}
            selection={selection.ids}
            active={active}
            current={labelling.current}
            onActive={setActive}
            onChoose={(id, event) => choose(id, event.shiftKey)}
            onAll={() => selectWhere(() => true)}
          />
        </main>
      </div>
    </div>
  );
}

/** What all of them have; undefined when they differ or there are none. */
function commonLabels(all: readonly LabelIds[]): LabelIds | undefined {
  const [first, ...rest] = all;
  return first !== undefined && rest.every((ids) => sameLabels(ids, first)) ? first : undefined;
}
