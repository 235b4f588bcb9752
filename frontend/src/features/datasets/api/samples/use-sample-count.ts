import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

import { filterQuery, type SampleFilters } from "@/api/sample-filters";

/** How many samples pass the filters. */
export function useSampleCount(datasetId: string, filters: SampleFilters) {
  const query = filterQuery(filters);
  return useQuery({
    queryKey: [...datasetKeys.counts(datasetId), query],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/samples/count", {
          params: { path: { dataset_id: datasetId }, query },
        }),
      ),
    select: (answer) => answer.count,
    placeholderData: keepPreviousData,
  });
}
