import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import { isComplete, MIN_FOR_IMPORTANCES } from "../study/progress";

const REFRESH_MS = 3000;

export const studyKey = (studyId: string) => ["studies", "one", studyId];

/** One study; its importances are reckoned after its end, and waited for. */
export function useStudy(studyId: string) {
  return useQuery({
    queryKey: studyKey(studyId),
    queryFn: () =>
      send(api.GET("/api/v1/studies/{study_id}", { params: { path: { study_id: studyId } } })),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined &&
      isComplete(data) &&
      data.counts.complete >= MIN_FOR_IMPORTANCES &&
      Object.keys(data.importances).length === 0 &&
      isRecent(data.finished_at)
        ? REFRESH_MS
        : false,
  });
}

const PATIENCE_MS = 120_000;

function isRecent(moment: string | null): boolean {
  return moment !== null && Date.now() - Date.parse(moment) < PATIENCE_MS;
}
