import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

export const shareLinksKey = (deploymentId: string) =>
  ["deployments", "share-links", deploymentId] as const;

/** Pages for guests of an endpoint. */
export function useShareLinks(deploymentId: string) {
  return useQuery({
    queryKey: shareLinksKey(deploymentId),
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}/share-links", {
          params: { path: { deployment_id: deploymentId }, query: { page_size: 200 } },
        }),
      ),
  });
}
