import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Response calls again. */
export function useStartDeployment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deploymentId: string) =>
      send(
        api.POST("/api/v1/deployments/{deployment_id}/start", {
          params: { path: { deployment_id: deploymentId } },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["deployments"] });
    },
  });
}
