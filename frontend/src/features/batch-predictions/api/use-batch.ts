import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { isFinished } from "@/api/jobs";

/** One batch prediction; its counts are asked for again while it goes on. */
export function useBatch(batchId: string) {
  return useQuery({
    queryKey: ["batch-predictions", "one", batchId],
    queryFn: () =>
      send(
        api.GET("/api/v1/batch-predictions/{batch_id}", {
          params: { path: { batch_id: batchId } },
        }),
      ),
    refetchInterval: ({ state }) => {
      const job = state.data?.job;
      return job != null && !isFinished(job) && 2000;
    },
  });
}
