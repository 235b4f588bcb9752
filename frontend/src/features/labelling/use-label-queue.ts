import { useMemo } from "react";

import type { Dataset } from "@/api/datasets";
import type { SampleFilters } from "@/api/sample-filters";

import { useQueuePage, type QueueOrder, type QueueScope } from "./api/use-queue-page";

/** The samples of this session and how to get more of them. */
export function useLabelQueue(
  dataset: Dataset,
  scope: QueueScope,
  order: QueueOrder,
  filters: SampleFilters,
) {
  const pages = useQueuePage(dataset.id, scope, order, filters);
  const samples = useMemo(
    () => pages.data?.pages.flatMap((page) => page.results) ?? [],
    [pages.data],
  );
  return {
    samples,
    isPending: pages.isPending,
    error: pages.error,
    retry: () => void pages.refetch(),
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    loadMore: () => {
      if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
    },
  };
}
