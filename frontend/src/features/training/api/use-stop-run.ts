import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Ask a run to stop: it writes a checkpoint and ends as cancelled. */
export function useStopRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) =>
      send(
        api.POST("/api/v1/training-runs/{run_id}/stop", { params: { path: { run_id: runId } } }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["training-runs"] });
      void client.invalidateQueries({ queryKey: ["jobs"] });
    },
  });
}
