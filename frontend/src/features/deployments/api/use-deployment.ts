import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** One endpoint; its state is asked for again, sooner while it is changing. */
export function useDeployment(deploymentId: string) {
  return useQuery({
    queryKey: ["deployments", "one", deploymentId],
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}", {
          params: { path: { deployment_id: deploymentId } },
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.state === "starting" ? 1000 : 5000),
  });
}
