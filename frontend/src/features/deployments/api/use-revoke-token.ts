import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Make an access token useless. */
export function useRevokeToken(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: string) =>
      send(
        api.DELETE("/api/v1/deployments/{deployment_id}/tokens/{token_id}", {
          params: { path: { deployment_id: deploymentId, token_id: tokenId } },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["deployments", "tokens", deploymentId] });
      void client.invalidateQueries({ queryKey: ["deployments", "one", deploymentId] });
    },
  });
}
