import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Delete a batch prediction with its results. */
export function useDeleteBatch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (batchId: string) =>
      send(
        api.DELETE("/api/v1/batch-predictions/{batch_id}", {
          params: { path: { batch_id: batchId } },
        }),
      ),
    onSuccess: (_, batchId) => {
      client.removeQueries({ queryKey: ["batch-predictions", "one", batchId] });
      void client.invalidateQueries({ queryKey: ["batch-predictions", "list"] });
    },
  });
}
