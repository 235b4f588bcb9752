import { App, Button, Drawer } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useLabels } from "@/api/datasets";
import { isDrawnOn, useTaskCard } from "@/api/task-card";
import type { Job } from "@/api/types";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";

import { useSampleCount } from "../api/samples/use-sample-count";
import { useSamples } from "../api/samples/use-samples";
import { useSavedViews } from "../api/samples/use-saved-views";
import { useThisDataset } from "../dataset-context";
import { NothingFound } from "./nothing-found";
import styles from "./browse-tab.module.css";
import { ChangeProgress } from "./change-progress";
import { FilterRail } from "./filters/filter-rail";
import { SampleDrawer } from "./drawer/sample-drawer";
import { SampleWall } from "./sample-wall";
import { keepPresent, NOTHING_SELECTED, type Selection } from "./selection";
import { SelectionBar } from "./selection-bar";
import { useAddressedView, useFilters, useOpenSample, usePlace } from "./filters/use-filters";
import { useShownAnnotations } from "./use-shown-annotations";
import { useTileSize } from "./use-tile-size";
import { ViewActions } from "./view-actions";
import { WallToolbar } from "./wall-toolbar";
import { WallSkeleton } from "./wall-skeleton";

/** What is in the dataset: a wall of images with filters, selection and a drawer for one. */
export function BrowseTab() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const dataset = useThisDataset();
  const card = useTaskCard(dataset.task);
  const [filters, changeFilters] = useFilters();
  const [openId, openSample] = useOpenSample();
  const [tileSize, setTileSize] = useTileSize();
  const [isAnnotated, showAnnotations] = useShownAnnotations();
  const [chosen, setSelection] = useState<Selection>(NOTHING_SELECTED);
  const [railOpen, setRailOpen] = useState(false);
  const labels = useLabels(dataset.id);
  const count = useSampleCount(dataset.id, filters);
  const [place, jump] = usePlace();
  const pages = useSamples(dataset.id, filters, place);
  const views = useSavedViews(dataset.id);
  useAddressedView(views.data);
  const [isWhole, setWhole] = useState(false);
  const [job, setJob] = useState<Job | null>(null);
  const samples = useMemo(
    () => pages.data?.pages.flatMap((page) => page.results) ?? [],
    [pages.data],
  );
  const order = useMemo(() => samples.map((sample) => sample.id), [samples]);
  const selection = useMemo(() => keepPresent(chosen, order), [chosen, order]);

  if (dataset.num_samples === 0 && dataset.num_trashed === 0) {
    return (
      <EmptyState
        title={t("datasets.browse.emptyTitle")}
        action={
          <Link to="../import">
            <Button type="primary" tabIndex={-1}>
              {t("datasets.action.import")}
            </Button>
          </Link>
        }
      >
        {t("datasets.browse.emptyText")}
      </EmptyState>
    );
  }
  const rail = <FilterRail dataset={dataset} filters={filters} onChange={changeFilters} />;
  return (
    <div className={styles.browse}>
      <aside className={styles.rail} aria-label={t("datasets.filters.title")}>
        {rail}
      </aside>
      <Drawer
        open={railOpen}
        placement="left"
        size={300}
        title={t("datasets.filters.title")}
        onClose={() => setRailOpen(false)}
      >
        {rail}
      </Drawer>
      <div className={styles.main}>
        {job !== null && <ChangeProgress dataset={dataset} job={job} onDone={() => setJob(null)} />}
        {isWhole ? (
          <ViewActions
            dataset={dataset}
            labels={labels.data ?? []}
            filters={filters}
            count={count.data ?? 0}
            onClear={() => setWhole(false)}
            onChanged={(change) => {
              setWhole(false);
              setJob(change.job);
              if (change.job === null) {
                void message.success(t("views.done", { count: change.num }));
              }
            }}
          />
        ) : selection.ids.size > 0 ? (
          <SelectionBar
            dataset={dataset}
            labels={labels.data ?? []}
            samples={samples}
            selection={selection}
            onSelect={setSelection}
            numPassing={count.data ?? samples.length}
            onSelectWhole={() => {
              setSelection(NOTHING_SELECTED);
              setWhole(true);
            }}
          />
        ) : (
          <WallToolbar
            dataset={dataset}
            filters={filters}
            onChange={changeFilters}
            tileSize={tileSize}
            onTileSize={setTileSize}
            isAnnotated={isAnnotated}
            onAnnotated={showAnnotations}
            onOpenFilters={() => setRailOpen(true)}
            onSelectWhole={() => setWhole(true)}
            onJump={jump}
          />
        )}
        {(place.at !== undefined || place.start !== undefined) && (
          <p className={styles.place}>
            {place.at === undefined
              ? t("views.jump.fromValue")
              : t("views.jump.from", { number: place.at + 1 })}{" "}
            <Button type="link" size="small" onClick={() => jump({})}>
              {t("views.jump.back")}
            </Button>
          </p>
        )}
        {pages.isPending && <WallSkeleton tileSize={tileSize} />}
        {pages.isError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
        {pages.isSuccess && samples.length === 0 && <NothingFound onChange={changeFilters} />}
        {samples.length > 0 && (
          <SampleWall
            samples={samples}
            media={card?.media ?? "image"}
            labels={labels.data ?? []}
            isAnnotated={isAnnotated}
            isWhole={card !== undefined && isDrawnOn(card)}
            tileSize={tileSize}
            selection={selection}
            onSelect={setSelection}
            onOpen={openSample}
            hasMore={pages.hasNextPage}
            isLoadingMore={pages.isFetchingNextPage}
            onLoadMore={() => void pages.fetchNextPage()}
          />
        )}
      </div>
      <SampleDrawer
        dataset={dataset}
        labels={labels.data ?? []}
        sampleId={openId}
        order={order}
        total={Math.max(count.data ?? 0, order.length)}
        onOpen={openSample}
      />
    </div>
  );
}
