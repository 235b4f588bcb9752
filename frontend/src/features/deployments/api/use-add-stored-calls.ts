import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

/** Make samples of stored calls. */
export function useAddStoredCalls(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: components["schemas"]["CallsToAddRequest"]) =>
      send(
        api.POST("/api/v1/deployments/{deployment_id}/stored-calls/add", {
          params: { path: { deployment_id: deploymentId } },
          body,
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["deployments", "stored-calls", deploymentId] });
      void client.invalidateQueries({ queryKey: ["datasets"] });
    },
  });
}
