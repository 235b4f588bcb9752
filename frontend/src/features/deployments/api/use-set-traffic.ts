import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

/** Say which revisions of an endpoint get its calls, and which get copies of them. */
export function useSetTraffic(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (revisions: components["schemas"]["RevisionShareRequest"][]) =>
      send(
        api.PUT("/api/v1/deployments/{deployment_id}/traffic", {
          params: { path: { deployment_id: deploymentId } },
          body: { revisions },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["deployments"] });
    },
  });
}
