import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";
import { filterQuery, NO_FILTERS, type SampleFilters } from "@/api/sample-filters";

/** How many samples came with the name of each split. */
export function useNamedSplits(datasetId: string, filters: SampleFilters = NO_FILTERS) {
  const query = filterQuery(filters);
  return useQuery({
    queryKey: [...datasetKeys.one(datasetId), "named-splits", query],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/named-splits", {
          params: { path: { dataset_id: datasetId }, query },
        }),
      ),
  });
}
