import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** The curves of a run so far, thinned; live ones are added from the stream. */
export function useRunMetrics(runId: string, enabled = true) {
  return useQuery({
    queryKey: ["training-runs", "metrics", runId],
    queryFn: () =>
      send(
        api.GET("/api/v1/training-runs/{run_id}/metrics", {
          params: { path: { run_id: runId }, query: { max_points: 500 } },
        }),
      ),
    enabled,
    refetchOnMount: "always",
  });
}
