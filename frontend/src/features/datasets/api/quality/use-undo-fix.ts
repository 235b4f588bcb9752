import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { qualityKeys } from "./quality-keys";

/** Take a fix back. */
export function useUndoFix(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fixId: string) =>
      send(
        api.POST("/api/v1/fixes/{fix_id}/undo", {
          params: { path: { fix_id: fixId } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: qualityKeys.inspections(datasetId) }),
  });
}
