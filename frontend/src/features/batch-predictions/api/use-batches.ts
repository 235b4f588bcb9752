import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { isFinished } from "@/api/jobs";
import { joined, nextCursor } from "@/api/pages";

/** Batch predictions of a project or a schedule, newest first; asked for again while one of them goes on. */
export function useBatches(projectId: string, schedule?: string) {
  return useInfiniteQuery({
    queryKey: ["batch-predictions", "list", projectId, schedule],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/batch-predictions", {
          params: { query: { project: projectId, schedule, page_size: 50, cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    refetchInterval: ({ state }) =>
      joined(state.data?.pages).some(({ job }) => job !== null && !isFinished(job)) && 5000,
  });
}
