import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { cursorOf } from "@/api/cursor";
import { datasetKeys } from "@/api/datasets";

/** The samples in the trash. */
export function useTrashedSamples(datasetId: string) {
  return useInfiniteQuery({
    queryKey: [...datasetKeys.trash(datasetId), "samples"],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/samples", {
          params: {
            path: { dataset_id: datasetId },
            query: { trashed: true, page_size: 200, ...(pageParam && { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => cursorOf(page.next),
  });
}
