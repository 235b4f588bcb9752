import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { nextCursor } from "@/api/pages";

import type { StudyState } from "../types";

const REFRESH_MS = 5000;

/** Studies of a project, newest first, page by page; asked for again while one runs. */
export function useStudies(projectId: string, state?: StudyState) {
  return useInfiniteQuery({
    queryKey: ["studies", "list", projectId, state],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/studies", {
          params: { query: { project: projectId, state, page_size: 50, cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ results }) => results.some((study) => study.state === "running"))
        ? REFRESH_MS
        : false,
  });
}
