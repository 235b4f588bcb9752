import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

/** What deleting a label, or merging it into another, would change. */
export function useLabelConsequences(datasetId: string, labelId: string, mergeInto?: string) {
  return useQuery({
    queryKey: [...datasetKeys.labels(datasetId), labelId, "consequences", mergeInto ?? null],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/labels/{label_id}/consequences", {
          params: {
            path: { dataset_id: datasetId, label_id: labelId },
            query: mergeInto === undefined ? {} : { merge_into: mergeInto },
          },
        }),
      ),
    staleTime: 0,
  });
}
