import { useInfiniteQuery, useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { cursorOf } from "@/api/cursor";
import type { components } from "@/api/generated/schema";

export const DIFFERENCES = ["added", "removed", "relabelled", "moved"] as const;
export type Difference = (typeof DIFFERENCES)[number];
export type VersionDiff = components["schemas"]["VersionDiff"];
export type DifferentSample = components["schemas"]["DifferentSample"];
export type Frozen = components["schemas"]["Frozen"];

/** How many samples differ between two versions, in each way; it never changes. */
export function useVersionDiff(versionId: string, base: string | undefined) {
  return useQuery({
    queryKey: ["dataset-versions", versionId, "diff", base],
    enabled: base !== undefined,
    staleTime: Infinity,
    queryFn: () =>
      send(
        api.GET("/api/v1/dataset-versions/{version_id}/diff", {
          params: { path: { version_id: versionId }, query: { base: base ?? "" } },
        }),
      ),
  });
}

/** The samples that differ in one way, page after page. */
export function useDifferentSamples(versionId: string, base: string, kind: Difference) {
  return useInfiniteQuery({
    queryKey: ["dataset-versions", versionId, "diff", base, kind],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/dataset-versions/{version_id}/diff/samples", {
          params: {
            path: { version_id: versionId },
            query: { base, kind, page_size: 50, ...(pageParam && { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => cursorOf(page.next),
    select: (data) => data.pages.flatMap((page) => page.results),
  });
}
