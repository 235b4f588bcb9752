import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** What is wrong with the data, as far as training cares. */
export function useDataCheck(datasetVersionIds: string[]) {
  return useQuery({
    queryKey: ["training-runs", "check", datasetVersionIds],
    queryFn: () =>
      send(
        api.POST("/api/v1/training-runs/check", {
          body: { dataset_version_ids: datasetVersionIds },
        }),
      ),
    enabled: datasetVersionIds.length > 0,
  });
}
