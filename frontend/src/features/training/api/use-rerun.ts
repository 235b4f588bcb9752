import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Start a new run with the same request. */
export function useRerun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) =>
      send(
        api.POST("/api/v1/training-runs/{run_id}/rerun", {
          params: { path: { run_id: runId } },
          body: {},
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["training-runs"] });
    },
  });
}
