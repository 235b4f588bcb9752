import { Button, Slider } from "antd";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Percent } from "@/components/ui/numbers";
import { RowsSkeleton } from "@/components/ui/skeletons";

import { useRejectSuggestions, useSuggestedSamples, useSuggestions } from "./api/use-suggestions";
import { BatchGrid } from "./components/batch-grid";
import batch from "./components/batch-grid.module.css";
import { ConflictBanner } from "./components/conflict-banner";
import { LabelCounts } from "./components/label-counts";
import { ToolBar } from "./components/tool-bar";
import { labelNames } from "./label-names";
import type { ModeProps } from "./labelling-page";
import styles from "./labelling.module.css";
import { PAGE_SIZE } from "./model/batch-page";
import { chooseInGrid, type GridSelection } from "./model/grid-selection";
import { useLabelKeys } from "./use-label-keys";

/** Trained models are often surer than they are right; a classifier of few labels is not. */
const SURE = 0.95;
const NOTHING_SPARED: GridSelection = { ids: new Set(), anchor: null };

/** All that the model calls the same, the surest first: accept them, but the ones one clicks. */
export function SuggestionWall(props: ModeProps) {
  const { card, dataset, labels, mayLabel, labelling } = props;
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number | null>(null);
  const [moving, setMoving] = useState<number | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [spared, setSpared] = useState(NOTHING_SPARED);
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const run = useSuggestions(dataset.id, 0).data?.run;
  const threshold = chosen ?? (run?.method === "classifier" ? run.threshold : SURE);
  const overview = useSuggestions(dataset.id, threshold);
  const reject = useRejectSuggestions(dataset.id);
  const main = useRef<HTMLElement>(null);
  const counts = overview.data?.labels ?? [];
  const labelId = wanted ?? counts[0]?.id ?? null;
  const wall = useSuggestedSamples(dataset.id, labelId, threshold);
  const rows = useMemo(() => wall.data?.pages.flatMap((page) => page.results) ?? [], [wall.data]);
  const open = rows.filter(
    ({ sample }) =>
      labelling.current(sample)?.includes(labelId ?? "") !== true && !aside.has(sample.id),
  );
  const shown = open.slice(0, PAGE_SIZE).map(({ sample }) => sample);
  const scores = new Map(rows.map(({ sample, score }) => [sample.id, score]));
  const order = shown.map(({ id }) => id);
  const taken = shown.filter(({ id }) => !spared.ids.has(id));
  const left = shown.filter(({ id }) => spared.ids.has(id));
  const name = labels.find(({ id }) => id === labelId)?.name ?? "";

  // The counts are of what is saved.
  const { numUnsaved } = labelling.status;
  const { refetch } = overview;
  useEffect(() => {
    if (numUnsaved === 0) void refetch();
  }, [numUnsaved, refetch]);
  const accept = () => {
    if (labelId === null || !mayLabel || shown.length === 0) return;
    const after = taken.map((sample) =>
      dataset.multi_label ? [...(labelling.current(sample) ?? []), labelId] : [labelId],
    );
    labelling.label(taken, after, "model");
    if (left.length > 0) {
      const ids = left.map(({ id }) => id);
      reject.mutate({ sampleIds: ids, isRejected: true });
      setAside((old) => new Set([...old, ...ids]));
    }
    setSpared(NOTHING_SPARED);
    setActive(0);
    if (open.length - shown.length < PAGE_SIZE && wall.hasNextPage) void wall.fetchNextPage();
    main.current?.focus();
  };
  const choose = (id: string, shift: boolean) => {
    setActive(order.indexOf(id));
    setSpared((old) => chooseInGrid(old, order, id, { shift }));
  };
  const turnTo = (id: string) => {
    setWanted(id);
    setSpared(NOTHING_SPARED);
  };

  useLabelKeys({
    labels,
    onLabel: turnTo,
    commands: {
      leave: props.onLeave,
      undo: () => void labelling.undo(),
      redo: () => void labelling.redo(),
      accept,
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
        <LabelCounts labels={labels} counts={counts} chosen={labelId} onChoose={turnTo} />
        <main ref={main} className={styles.main} tabIndex={-1}>
          <div className={batch.head}>
            <p role="status">{name === "" ? "" : t("labelling.suggest.wall.lead", { name })}</p>
            <label className={batch.threshold}>
              <span>
                {t("labelling.suggest.from")} <Percent value={moving ?? threshold} digits={0} />
              </span>
              <Slider
                className={batch.slider}
                ariaLabelForHandle={t("labelling.suggest.threshold")}
                min={0}
                max={1}
                step={0.01}
                tooltip={{ open: false }}
                value={moving ?? threshold}
                onChange={setMoving}
                onChangeComplete={(value) => {
                  setChosen(value);
                  setSpared(NOTHING_SPARED);
                }}
              />
            </label>
            <span className={batch.spring} />
            <Button type="primary" disabled={!mayLabel || shown.length === 0} onClick={accept}>
              {left.length === 0
                ? t("labelling.suggest.wall.accept", { count: taken.length })
                : t("labelling.suggest.wall.acceptBut", {
                    count: taken.length,
                    aside: left.length,
                  })}
            </Button>
          </div>
          {wall.isError && <ErrorState error={wall.error} onRetry={() => void wall.refetch()} />}
          {overview.isSuccess && !wall.isFetching && shown.length === 0 && (
            <EmptyState title={t("labelling.suggest.wall.empty")}>
              {t("labelling.suggest.wall.emptyText")}
            </EmptyState>
          )}
          {(overview.isPending || wall.isFetching) && shown.length === 0 && (
            <div className={styles.page} role="status" aria-label={t("ui.loading")}>
              <RowsSkeleton />
            </div>
          )}
          <BatchGrid
            samples={shown}
            media={card.media}
            labels={labels}
            selection={new Set(taken.map(({ id }) => id))}
            active={active}
            current={labelling.current}
            scoreOf={(id) => scores.get(id)}
            onActive={setActive}
            onChoose={(id, event) => choose(id, event.shiftKey)}
            onAll={() => setSpared(NOTHING_SPARED)}
          />
        </main>
      </div>
    </div>
  );
}
