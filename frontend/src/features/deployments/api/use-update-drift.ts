import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

/** Change when windows of calls end, and how long they are kept. */
export function useUpdateDrift(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: components["schemas"]["PatchedDriftSettingsUpdateRequest"]) =>
      send(
        api.PATCH("/api/v1/deployments/{deployment_id}/drift/settings", {
          params: { path: { deployment_id: deploymentId } },
          body,
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["deployments", "drift", deploymentId] });
    },
  });
}
