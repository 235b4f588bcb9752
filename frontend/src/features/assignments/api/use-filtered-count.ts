import { useQuery } from "@tanstack/react-query";

import type { SampleFilter } from "@/api/assignments";
import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

/** How many samples of a dataset pass a filter. */
export function useFilteredCount(datasetId: string, filter: SampleFilter) {
  return useQuery({
    queryKey: [...datasetKeys.counts(datasetId), "assign", filter],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/samples/count", {
          params: { path: { dataset_id: datasetId }, query: filter },
        }),
      ),
    enabled: datasetId !== "",
    select: ({ count }) => count,
  });
}
