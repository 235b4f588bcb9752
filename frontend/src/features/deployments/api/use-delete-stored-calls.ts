import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Delete stored calls for good; without ids, all of the endpoint. */
export function useDeleteStoredCalls(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (callIds: readonly string[] | undefined) =>
      send(
        api.DELETE("/api/v1/deployments/{deployment_id}/stored-calls", {
          params: { path: { deployment_id: deploymentId } },
          body: callIds === undefined ? {} : { call_ids: [...callIds] },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["deployments", "stored-calls", deploymentId] });
    },
  });
}
