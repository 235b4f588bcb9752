import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Two revisions beside each other, by their calls of the last hours. */
export function useComparison(
  deploymentId: string,
  revision: number,
  other: number,
  hours: number,
) {
  return useQuery({
    queryKey: ["deployments", "comparison", deploymentId, revision, other, hours],
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}/comparison", {
          params: { path: { deployment_id: deploymentId }, query: { revision, other, hours } },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}
