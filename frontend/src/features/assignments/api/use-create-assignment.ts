import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

export type NewAssignment = components["schemas"]["NewAssignmentRequest"];

export function useCreateAssignment(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAssignment) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/assignments", {
          params: { path: { dataset_id: datasetId } },
          body,
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["assignments"] });
      void client.invalidateQueries({ queryKey: ["own-work"] });
    },
  });
}
