import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

import { shareLinksKey } from "./use-share-links";

interface Change {
  linkId: string;
  body: components["schemas"]["PatchedShareLinkUpdateRequest"];
}

/** Change a page for guests. */
export function useUpdateShareLink(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ linkId, body }: Change) =>
      send(
        api.PATCH("/api/v1/deployments/{deployment_id}/share-links/{share_link_id}", {
          params: { path: { deployment_id: deploymentId, share_link_id: linkId } },
          body,
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: shareLinksKey(deploymentId) });
    },
  });
}
