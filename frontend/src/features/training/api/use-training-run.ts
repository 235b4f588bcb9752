import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** One training run. */
export function useTrainingRun(runId: string) {
  return useQuery({
    queryKey: ["training-runs", "one", runId],
    queryFn: () =>
      send(api.GET("/api/v1/training-runs/{run_id}", { params: { path: { run_id: runId } } })),
  });
}
