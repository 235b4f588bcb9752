import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Endpoints of a project; their states are asked for again while the page is open. */
export function useDeployments(projectId: string) {
  return useQuery({
    queryKey: ["deployments", "list", projectId],
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments", {
          params: { query: { project: projectId, page_size: 200 } },
        }),
      ),
    refetchInterval: 5000,
  });
}
