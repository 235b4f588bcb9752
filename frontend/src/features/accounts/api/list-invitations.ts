import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { nextCursor } from "@/api/pages";

export function useInvitations(organisationId: string) {
  return useInfiniteQuery({
    queryKey: ["organisations", organisationId, "invitations"],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/organisations/{organisation_id}/invitations", {
          params: {
            path: { organisation_id: organisationId },
            query: { cursor: pageParam, page_size: 100 },
          },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
  });
}
