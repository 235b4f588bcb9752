import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

/** Publish a model version as an endpoint. */
export function usePublish() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: components["schemas"]["DeploymentCreateRequest"]) =>
      send(api.POST("/api/v1/deployments", { body })),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["deployments"] });
      void client.invalidateQueries({ queryKey: ["model-versions"] });
    },
  });
}
