import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

/** Delete a label; its annotations go with it. */
export function useDeleteLabel(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (labelId: string) =>
      send(
        api.DELETE("/api/v1/datasets/{dataset_id}/labels/{label_id}", {
          params: { path: { dataset_id: datasetId, label_id: labelId } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: datasetKeys.one(datasetId) }),
  });
}
