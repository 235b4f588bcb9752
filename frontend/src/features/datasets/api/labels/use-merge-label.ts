import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

/** Give all samples of one label the other one, and delete the first. */
export function useMergeLabel(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ labelId, into }: { labelId: string; into: string }) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/labels/{label_id}/merge", {
          params: { path: { dataset_id: datasetId, label_id: labelId } },
          body: { into },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: datasetKeys.one(datasetId) }),
  });
}
