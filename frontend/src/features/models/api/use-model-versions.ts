import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import { cursorOf } from "@/api/cursor";

/** Model versions of a project, newest first, page by page. */
export function useModelVersions(projectId: string) {
  return useInfiniteQuery({
    queryKey: ["model-versions", "list", projectId],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/model-versions", {
          params: { query: { project: projectId, page_size: 50, cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => cursorOf(page.next),
  });
}
