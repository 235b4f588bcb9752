import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Delete an evaluation. */
export function useDeleteEvaluation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (evaluationId: string) =>
      send(
        api.DELETE("/api/v1/evaluations/{evaluation_id}", {
          params: { path: { evaluation_id: evaluationId } },
        }),
      ),
    onSuccess: (_, evaluationId) => {
      client.removeQueries({ queryKey: ["evaluations", "one", evaluationId] });
      void client.invalidateQueries({ queryKey: ["evaluations", "list"] });
    },
  });
}
