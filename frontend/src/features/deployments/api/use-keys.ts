import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** API keys of an endpoint, without their secrets. */
export function useKeys(deploymentId: string) {
  return useQuery({
    queryKey: ["deployments", "keys", deploymentId],
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}/keys", {
          params: { path: { deployment_id: deploymentId }, query: { page_size: 200 } },
        }),
      ),
  });
}
