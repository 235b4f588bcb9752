import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Calls, errors and latencies of the last hours. */
export function useStatistics(deploymentId: string, hours: number) {
  return useQuery({
    queryKey: ["deployments", "statistics", deploymentId, hours],
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}/statistics", {
          params: { path: { deployment_id: deploymentId }, query: { hours } },
        }),
      ),
    refetchInterval: 30_000,
  });
}
