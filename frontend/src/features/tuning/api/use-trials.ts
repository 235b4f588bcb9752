import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { nextCursor } from "@/api/pages";

import type { Trial } from "../types";

const PAGE_SIZE = 200;

/** All trials of a study by number; what comes later is told by its stream. */
export function useTrials(studyId: string) {
  return useQuery({
    queryKey: ["studies", "trials", studyId],
    queryFn: async ({ signal }) => {
      const trials: Trial[] = [];
      let cursor: string | undefined;
      do {
        const page = await send(
          api.GET("/api/v1/studies/{study_id}/trials", {
            params: {
              path: { study_id: studyId },
              query: { order: "number", page_size: PAGE_SIZE, cursor },
            },
            signal,
          }),
        );
        trials.push(...page.results);
        cursor = nextCursor(page);
      } while (cursor !== undefined);
      return trials;
    },
  });
}
