import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** What a run used of the machine so far, thinned; live points are added from the stream. */
export function useRunResources(runId: string) {
  return useQuery({
    queryKey: ["training-runs", "resources", runId],
    queryFn: () =>
      send(
        api.GET("/api/v1/training-runs/{run_id}/resources", {
          params: { path: { run_id: runId }, query: { max_points: 300 } },
        }),
      ),
    refetchOnMount: "always",
  });
}
