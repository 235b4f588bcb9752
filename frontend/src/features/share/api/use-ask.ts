import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { Problem } from "@/api/problem";
import { bodyOf, headersOf, type Parts } from "@/components/inputs/request";

import { passHeader } from "./share-pass";
import { sharedKey } from "./use-shared-endpoint";

/** After these the page itself has something else to show. */
const CLOSED = new Set([
  "share_link_not_found",
  "share_link_expired",
  "share_link_revoked",
  "share_pass_needed",
  "endpoint_stopped",
]);

/** Ask the model behind a share link. */
export function useAsk(token: string, sharePass: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (parts: Parts) => {
      const body = bodyOf(parts);
      return send(
        api.POST("/api/v1/share-links/{share_token}/predict", {
          params: { path: { share_token: token } },
          body: {},
          bodySerializer: () => body,
          headers: { ...headersOf(body), ...passHeader(sharePass) },
        }),
      );
    },
    onError: (error) => {
      if (error instanceof Problem && CLOSED.has(error.code)) {
        void client.invalidateQueries({ queryKey: sharedKey(token) });
      }
    },
  });
}
