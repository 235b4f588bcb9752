import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { cursorOf } from "@/api/cursor";
import { datasetKeys } from "@/api/datasets";
import { filterQuery, type SampleFilters } from "@/api/sample-filters";

export type QueueScope = "unlabelled" | "all";
/** As they came in, or first those from which a model would learn most. */
export type QueueOrder = "came" | "useful";

const PAGE_SIZE = 100;

/**
 * The samples to label that pass the address's filters, in the order they came in or by their use.
 *
 * The list is read once and kept: labelling a sample of the unlabelled must not move the others
 * under the person's hands. `useLabelling` holds what has changed since.
 */
export function useQueuePage(
  datasetId: string,
  scope: QueueScope,
  order: QueueOrder,
  filters: SampleFilters,
) {
  const wanted = filterQuery(filters);
  return useInfiniteQuery({
    queryKey: [...datasetKeys.one(datasetId), "queue", scope, order, wanted],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/samples", {
          params: {
            path: { dataset_id: datasetId },
            query: {
              ...wanted,
              ...(scope === "unlabelled" && { unlabelled: true }),
              ordering: order === "useful" ? "-priority" : "created_at",
              page_size: PAGE_SIZE,
              ...(pageParam && { cursor: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => cursorOf(page.next),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
