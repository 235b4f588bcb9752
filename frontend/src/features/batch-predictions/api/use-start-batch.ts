import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Go on with a batch prediction that was cancelled or failed. */
export function useStartBatch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (batchId: string) =>
      send(
        api.POST("/api/v1/batch-predictions/{batch_id}/start", {
          params: { path: { batch_id: batchId } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ["batch-predictions"] }),
  });
}
