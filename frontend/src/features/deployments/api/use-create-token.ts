import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

/** Hand out an access token; the answer alone holds it. */
export function useCreateToken(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: components["schemas"]["AccessTokenCreateRequest"]) =>
      send(
        api.POST("/api/v1/deployments/{deployment_id}/tokens", {
          params: { path: { deployment_id: deploymentId } },
          body,
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["deployments", "tokens", deploymentId] });
    },
  });
}
