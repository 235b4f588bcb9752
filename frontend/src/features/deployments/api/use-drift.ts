import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Whether the calls of an endpoint look like the samples that its models were evaluated on. */
export function useDrift(deploymentId: string) {
  return useQuery({
    queryKey: ["deployments", "drift", deploymentId],
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}/drift", {
          params: { path: { deployment_id: deploymentId } },
        }),
      ),
    refetchInterval: 10_000,
  });
}
