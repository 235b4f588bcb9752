import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import { passHeader } from "./share-pass";

export const sharedKey = (token: string) => ["shared", token] as const;

/** What a share link leads to. */
export function useSharedEndpoint(token: string, sharePass: string) {
  return useQuery({
    queryKey: [...sharedKey(token), sharePass],
    queryFn: () =>
      send(
        api.GET("/api/v1/share-links/{share_token}", {
          params: { path: { share_token: token } },
          headers: passHeader(sharePass),
        }),
      ),
  });
}
