import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** One evaluation, with its result once it is there. */
export function useEvaluation(evaluationId: string) {
  return useQuery({
    queryKey: ["evaluations", "one", evaluationId],
    queryFn: () =>
      send(
        api.GET("/api/v1/evaluations/{evaluation_id}", {
          params: { path: { evaluation_id: evaluationId } },
        }),
      ),
  });
}
