import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

/** Make an API key; the answer alone holds its secret. */
export function useCreateKey(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: components["schemas"]["EndpointKeyCreateRequest"]) =>
      send(
        api.POST("/api/v1/deployments/{deployment_id}/keys", {
          params: { path: { deployment_id: deploymentId } },
          body,
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["deployments", "keys", deploymentId] });
    },
  });
}
