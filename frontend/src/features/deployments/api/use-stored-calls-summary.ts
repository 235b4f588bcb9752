import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** How many calls are stored and why, and how often they were right; asked for again. */
export function useStoredCallsSummary(deploymentId: string) {
  return useQuery({
    queryKey: ["deployments", "stored-calls", deploymentId, "summary"],
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}/stored-calls/summary", {
          params: { path: { deployment_id: deploymentId } },
        }),
      ),
    refetchInterval: 5000,
  });
}
