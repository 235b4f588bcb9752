import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Go on with a stopped or failed run from its last checkpoint. */
export function useResumeRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) =>
      send(
        api.POST("/api/v1/training-runs/{run_id}/resume", { params: { path: { run_id: runId } } }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["training-runs"] });
      void client.invalidateQueries({ queryKey: ["jobs"] });
    },
  });
}
