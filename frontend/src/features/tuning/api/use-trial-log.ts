import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

const REFRESH_MS = 4000;
const NUM_LINES = 100;

/** The last lines that a trial's run wrote; asked for again while it runs. */
export function useTrialLog(runId: string, running: boolean) {
  return useQuery({
    queryKey: ["training-runs", "log", runId, NUM_LINES],
    queryFn: () =>
      send(
        api.GET("/api/v1/training-runs/{run_id}/log", {
          params: { path: { run_id: runId }, query: { tail: NUM_LINES } },
        }),
      ),
    refetchInterval: running ? REFRESH_MS : false,
  });
}
