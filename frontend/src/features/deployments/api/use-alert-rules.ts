import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** When alerts of an endpoint fire. */
export function useAlertRules(deploymentId: string) {
  return useQuery({
    queryKey: ["alerts", "rules", deploymentId],
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}/alert-rules", {
          params: { path: { deployment_id: deploymentId } },
        }),
      ),
  });
}
