import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** One trial with its curve; asked for again when it has changed. */
export function useTrial(studyId: string, number: number, revision: number) {
  return useQuery({
    queryKey: ["studies", "trial", studyId, number, revision],
    queryFn: () =>
      send(
        api.GET("/api/v1/studies/{study_id}/trials/{number}", {
          params: { path: { study_id: studyId, number } },
        }),
      ),
    placeholderData: (old) => (old?.number === number ? old : undefined),
  });
}
