import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** The last lines a run wrote; asked for again while it runs. */
export function useRunLog(runId: string, running: boolean) {
  return useQuery({
    queryKey: ["training-runs", "log", runId],
    queryFn: () =>
      send(
        api.GET("/api/v1/training-runs/{run_id}/log", {
          params: { path: { run_id: runId }, query: { tail: 200 } },
        }),
      ),
    refetchInterval: running ? 4000 : false,
  });
}
