import { useMutation } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Delete for good what lies in the trash; answers the job that does it. */
export function usePurgeTrash(datasetId: string) {
  return useMutation({
    mutationFn: () =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/purge", {
          params: { path: { dataset_id: datasetId } },
        }),
      ),
  });
}
