import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { cursorOf } from "@/api/cursor";
import { datasetKeys } from "@/api/datasets";

/** The frozen versions of a dataset, newest first. */
export function useVersions(datasetId: string) {
  return useInfiniteQuery({
    queryKey: datasetKeys.versions(datasetId),
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/versions", {
          params: {
            path: { dataset_id: datasetId },
            query: { page_size: 50, ...(pageParam && { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => cursorOf(page.next),
    select: (data) => data.pages.flatMap((page) => page.results),
  });
}
