import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { nextCursor } from "@/api/pages";

/** Channels of an organisation, newest first. */
export function useChannels(organisationId: string) {
  return useInfiniteQuery({
    queryKey: ["channels", "list", organisationId],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/channels", {
          params: { query: { organisation: organisationId, cursor: pageParam, page_size: 100 } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
  });
}
