import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { nextCursor } from "@/api/pages";

export function useMembers(organisationId: string) {
  return useInfiniteQuery({
    queryKey: ["organisations", organisationId, "members"],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/organisations/{organisation_id}/members", {
          params: {
            path: { organisation_id: organisationId },
            query: { cursor: pageParam, page_size: 100 },
          },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    // Others join and leave on their own; an old list would hide it.
    staleTime: 0,
  });
}
