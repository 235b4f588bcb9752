import { queryOptions, useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** What a run has measured so far, curves thinned; live numbers are added from the stream. */
export const runMetrics = (runId: string) =>
  queryOptions({
    queryKey: ["training-runs", "metrics", runId],
    queryFn: () =>
      send(
        api.GET("/api/v1/training-runs/{run_id}/metrics", {
          params: { path: { run_id: runId }, query: { max_points: 500 } },
        }),
      ),
    refetchOnMount: "always",
  });

export function useRunMetrics(runId: string) {
  return useQuery(runMetrics(runId));
}
