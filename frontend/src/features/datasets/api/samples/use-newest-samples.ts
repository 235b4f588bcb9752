import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

/** A few samples to recognise a dataset by. */
export function useNewestSamples(datasetId: string, enabled: boolean) {
  return useQuery({
    queryKey: [...datasetKeys.one(datasetId), "newest"],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/samples", {
          params: {
            path: { dataset_id: datasetId },
            query: { ordering: "-created_at", page_size: 4 },
          },
        }),
      ),
    select: (page) => page.results,
    enabled,
  });
}
