import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import { shareLinksKey } from "./use-share-links";

/** Close a page for guests. */
export function useRevokeShareLink(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (linkId: string) =>
      send(
        api.DELETE("/api/v1/deployments/{deployment_id}/share-links/{share_link_id}", {
          params: { path: { deployment_id: deploymentId, share_link_id: linkId } },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: shareLinksKey(deploymentId) });
    },
  });
}
