import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** When the windows of calls of an endpoint end, and how long they are kept. */
export function useDriftSettings(deploymentId: string) {
  return useQuery({
    queryKey: ["deployments", "drift", deploymentId, "settings"],
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}/drift/settings", {
          params: { path: { deployment_id: deploymentId } },
        }),
      ),
  });
}
