import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { cursorOf, datasetKeys } from "@/api/datasets";

import { filterQuery, type SampleFilters } from "../browse/filters";

const PAGE_SIZE = 200;

/** The samples that pass the filters, page after page as the wall is scrolled. */
export function useSamples(datasetId: string, filters: SampleFilters) {
  const query = { ...filterQuery(filters), ordering: filters.ordering };
  return useInfiniteQuery({
    queryKey: [...datasetKeys.samples(datasetId), query],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/samples", {
          params: {
            path: { dataset_id: datasetId },
            query: { ...query, page_size: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => cursorOf(page.next),
    placeholderData: keepPreviousData,
  });
}
