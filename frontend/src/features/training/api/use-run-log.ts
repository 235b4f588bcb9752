import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** The last lines that a run's process printed; asked for again while it runs and is looked at. */
export function useRunLog(runId: string, running: boolean, enabled: boolean) {
  return useQuery({
    queryKey: ["training-runs", "log", runId],
    queryFn: () =>
      send(
        api.GET("/api/v1/training-runs/{run_id}/log", {
          params: { path: { run_id: runId }, query: { tail: 200 } },
        }),
      ),
    enabled,
    refetchInterval: running && enabled ? 4000 : false,
  });
}
