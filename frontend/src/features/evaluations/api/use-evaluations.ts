import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { isFinished } from "@/api/jobs";
import { joined, nextCursor } from "@/api/pages";

/** The evaluations of a project, newest first; asked for again while one of them goes on. */
export function useEvaluations(projectId: string) {
  return useInfiniteQuery({
    queryKey: ["evaluations", "list", projectId],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/evaluations", {
          params: { query: { project: projectId, page_size: 50, cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    refetchInterval: ({ state }) =>
      joined(state.data?.pages).some(({ job }) => job !== null && !isFinished(job)) && 5000,
  });
}
