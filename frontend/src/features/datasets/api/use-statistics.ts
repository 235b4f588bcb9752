import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

export function useStatistics(datasetId: string) {
  return useQuery({
    queryKey: datasetKeys.statistics(datasetId),
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/statistics", {
          params: { path: { dataset_id: datasetId } },
        }),
      ),
  });
}
