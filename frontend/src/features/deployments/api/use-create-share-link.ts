import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

import { shareLinksKey } from "./use-share-links";

export type NewShareLink = components["schemas"]["ShareLinkCreateRequest"];

/** Make a page for guests. */
export function useCreateShareLink(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewShareLink) =>
      send(
        api.POST("/api/v1/deployments/{deployment_id}/share-links", {
          params: { path: { deployment_id: deploymentId } },
          body,
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: shareLinksKey(deploymentId) });
    },
  });
}
