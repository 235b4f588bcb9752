import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Stop answering calls; keys and address stay. */
export function useStopDeployment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deploymentId: string) =>
      send(
        api.POST("/api/v1/deployments/{deployment_id}/stop", {
          params: { path: { deployment_id: deploymentId } },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["deployments"] });
    },
  });
}
