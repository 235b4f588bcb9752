import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Make an API key useless. */
export function useRevokeKey(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) =>
      send(
        api.DELETE("/api/v1/deployments/{deployment_id}/keys/{key_id}", {
          params: { path: { deployment_id: deploymentId, key_id: keyId } },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["deployments", "keys", deploymentId] });
      void client.invalidateQueries({ queryKey: ["deployments", "one", deploymentId] });
    },
  });
}
