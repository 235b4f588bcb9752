import { useQuery } from "@tanstack/react-query";

import { api, send } from "./client";
import { datasetKeys } from "./datasets";

/** The tags of a dataset by name; nothing is read without an id. */
export function useTags(datasetId: string | undefined) {
  return useQuery({
    queryKey: [...datasetKeys.one(datasetId ?? ""), "tags"],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/tags", {
          params: { path: { dataset_id: datasetId ?? "" } },
        }),
      ),
    enabled: datasetId !== undefined,
    select: (answer) => answer.results,
  });
}
