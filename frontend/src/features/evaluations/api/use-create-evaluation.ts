import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

/** Start an evaluation. */
export function useCreateEvaluation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: components["schemas"]["NewEvaluationRequest"]) =>
      send(api.POST("/api/v1/evaluations", { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: ["evaluations", "list"] }),
  });
}
