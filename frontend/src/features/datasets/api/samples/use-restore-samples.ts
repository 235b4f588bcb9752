import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

/** Bring samples back from the trash. */
export function useRestoreSamples(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sampleIds: readonly string[]) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/restore", {
          params: { path: { dataset_id: datasetId } },
          body: { sample_ids: [...sampleIds] },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: datasetKeys.one(datasetId) }),
  });
}
