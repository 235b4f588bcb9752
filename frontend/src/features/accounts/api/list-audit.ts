import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { nextCursor } from "@/api/pages";

export function useAudit(organisationId: string) {
  return useInfiniteQuery({
    queryKey: ["organisations", organisationId, "audit"],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/organisations/{organisation_id}/audit", {
          params: { path: { organisation_id: organisationId }, query: { cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
  });
}
