import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

/** Start a training run. */
export function useStartRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: components["schemas"]["TrainingRunCreateRequest"]) =>
      send(api.POST("/api/v1/training-runs", { body })),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["training-runs"] });
    },
  });
}
