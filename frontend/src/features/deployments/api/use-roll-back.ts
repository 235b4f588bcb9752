import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Go back to the revision before. */
export function useRollBack() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deploymentId: string) =>
      send(
        api.POST("/api/v1/deployments/{deployment_id}/roll-back", {
          params: { path: { deployment_id: deploymentId } },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["deployments"] });
    },
  });
}
