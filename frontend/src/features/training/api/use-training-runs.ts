import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { Job } from "@/api/types";

import { cursorOf } from "@/api/cursor";

/** Training runs of a project, newest first, page by page. */
export function useTrainingRuns(projectId: string, state?: Job["state"]) {
  return useInfiniteQuery({
    queryKey: ["training-runs", "list", projectId, state],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/training-runs", {
          params: { query: { project: projectId, state, page_size: 50, cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => cursorOf(page.next),
  });
}
