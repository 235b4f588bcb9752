import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

/** Register a caller; the answer alone holds its secret. */
export function useCreateApplication() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: components["schemas"]["ApplicationCreateRequest"]) =>
      send(api.POST("/api/v1/applications", { body })),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["applications"] });
    },
  });
}
