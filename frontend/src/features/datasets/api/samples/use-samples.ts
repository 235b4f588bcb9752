import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { cursorOf } from "@/api/cursor";
import { datasetKeys } from "@/api/datasets";

import { filterQuery, type SampleFilters } from "@/api/sample-filters";
import type { Place } from "../../browse/filters/use-filters";

const PAGE_SIZE = 200;

/** The samples that pass the filters from a place on, page after page as the wall is scrolled. */
export function useSamples(datasetId: string, filters: SampleFilters, place: Place = {}) {
  const query = { ...filterQuery(filters), ordering: filters.ordering };
  return useInfiniteQuery({
    queryKey: [...datasetKeys.samples(datasetId), query, place],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/samples", {
          params: {
            path: { dataset_id: datasetId },
            query: {
              ...query,
              page_size: PAGE_SIZE,
              ...(pageParam ? { cursor: pageParam } : place),
            },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => cursorOf(page.next),
    placeholderData: keepPreviousData,
  });
}
