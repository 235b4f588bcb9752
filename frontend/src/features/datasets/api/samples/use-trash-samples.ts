import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

import { removeSamples } from "./sample-cache";

/** Move samples to the trash; they leave the wall at once and come back if that fails. */
export function useTrashSamples(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sampleIds: readonly string[]) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/trash", {
          params: { path: { dataset_id: datasetId } },
          body: { sample_ids: [...sampleIds] },
        }),
      ),
    onMutate: (sampleIds) => removeSamples(client, datasetId, new Set(sampleIds)),
    onSettled: () => client.invalidateQueries({ queryKey: datasetKeys.one(datasetId) }),
  });
}
