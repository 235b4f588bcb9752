import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { qualityKeys } from "./quality-keys";

/** Take a mend back. */
export function useUndoMend(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mendingId: string) =>
      send(
        api.POST("/api/v1/mendings/{mending_id}/undo", {
          params: { path: { mending_id: mendingId } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: qualityKeys.inspections(datasetId) }),
  });
}
