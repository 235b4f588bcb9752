import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

/** Change what an endpoint serves, how often, or its name; calls go on meanwhile. */
export function useUpdateDeployment(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: components["schemas"]["PatchedDeploymentUpdateRequest"]) =>
      send(
        api.PATCH("/api/v1/deployments/{deployment_id}", {
          params: { path: { deployment_id: deploymentId } },
          body,
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["deployments"] });
    },
  });
}
