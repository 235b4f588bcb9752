import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Take an endpoint away for good. */
export function useDeleteDeployment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deploymentId: string) =>
      send(
        api.DELETE("/api/v1/deployments/{deployment_id}", {
          params: { path: { deployment_id: deploymentId } },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["deployments"] });
    },
  });
}
