import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import { isMoving } from "../versions/shares";

/** What an endpoint was asked to run, newest first; asked for again, sooner while calls move. */
export function useRevisions(deploymentId: string) {
  return useQuery({
    queryKey: ["deployments", "revisions", deploymentId],
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}/revisions", {
          params: { path: { deployment_id: deploymentId }, query: { page_size: 100 } },
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.results.some(isMoving) ? 2000 : 10_000),
  });
}
