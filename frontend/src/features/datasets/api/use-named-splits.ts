import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

/** How many samples came with the name of each split. */
export function useNamedSplits(datasetId: string) {
  return useQuery({
    queryKey: [...datasetKeys.one(datasetId), "named-splits"],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/named-splits", {
          params: { path: { dataset_id: datasetId } },
        }),
      ),
  });
}
