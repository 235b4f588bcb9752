import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

/** Notify nobody for a while: of one condition of an endpoint, or of any. */
export function useSilenceAlerts(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: components["schemas"]["AlertSilenceRequest"]) =>
      send(
        api.PUT("/api/v1/deployments/{deployment_id}/alert-silence", {
          params: { path: { deployment_id: deploymentId } },
          body,
        }),
      ),
    onSuccess: (rules) => client.setQueryData(["alerts", "rules", deploymentId], rules),
  });
}
