import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** The latest windows of calls of a revision that have a verdict, the newest first. */
export function useDriftWindows(deploymentId: string, revision: number) {
  return useQuery({
    queryKey: ["deployments", "drift", deploymentId, "windows", revision],
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}/drift/windows", {
          params: { path: { deployment_id: deploymentId }, query: { revision, page_size: 100 } },
        }),
      ),
    refetchInterval: 10_000,
  });
}
