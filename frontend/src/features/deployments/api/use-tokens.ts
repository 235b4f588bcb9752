import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Access tokens that were handed out for an endpoint. */
export function useTokens(deploymentId: string) {
  return useQuery({
    queryKey: ["deployments", "tokens", deploymentId],
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}/tokens", {
          params: { path: { deployment_id: deploymentId }, query: { page_size: 200 } },
        }),
      ),
  });
}
