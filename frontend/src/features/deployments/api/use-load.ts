import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** CPU, memory, queue time and batch size of the revisions in the last hours. */
export function useLoad(deploymentId: string, hours: number) {
  return useQuery({
    queryKey: ["deployments", "load", deploymentId, hours],
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}/load", {
          params: { path: { deployment_id: deploymentId }, query: { hours } },
        }),
      ),
    refetchInterval: 60_000,
  });
}
