import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Give a run another name. */
export function useRenameRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ runId, name }: { runId: string; name: string }) =>
      send(
        api.PATCH("/api/v1/training-runs/{run_id}", {
          params: { path: { run_id: runId } },
          body: { name },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["training-runs"] });
    },
  });
}
