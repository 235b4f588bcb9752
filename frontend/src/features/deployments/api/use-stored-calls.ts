import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { operations } from "@/api/generated/schema";
import { nextCursor } from "@/api/pages";

export type StoredCallFilter = NonNullable<operations["list_stored_calls"]["parameters"]["query"]>;

/** The stored calls of an endpoint that pass a filter; new ones come by themselves. */
export function useStoredCalls(deploymentId: string, filter: StoredCallFilter) {
  return useInfiniteQuery({
    queryKey: ["deployments", "stored-calls", deploymentId, "list", filter],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}/stored-calls", {
          params: {
            path: { deployment_id: deploymentId },
            query: { ...filter, cursor: pageParam, page_size: 48 },
          },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    refetchInterval: 5000,
  });
}
