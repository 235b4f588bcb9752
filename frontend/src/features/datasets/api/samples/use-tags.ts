import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

/** The tags of a dataset by name. */
export function useTags(datasetId: string) {
  return useQuery({
    queryKey: [...datasetKeys.one(datasetId), "tags"],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/tags", {
          params: { path: { dataset_id: datasetId } },
        }),
      ),
    select: (answer) => answer.results,
  });
}
