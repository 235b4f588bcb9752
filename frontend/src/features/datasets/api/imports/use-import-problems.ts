import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { cursorOf } from "@/api/cursor";

/** What was rejected or changed in an import, and why. */
export function useImportProblems(importId: string, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: ["imports", importId, "problems"],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/imports/{import_id}/problems", {
          params: {
            path: { import_id: importId },
            query: { page_size: 100, ...(pageParam && { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => cursorOf(page.next),
    select: (data) => data.pages.flatMap((page) => page.results),
    enabled,
  });
}
