import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { qualityKeys, type Mend } from "./quality-keys";

/** Mend the samples of a finding. */
export function useMend(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ findingId, mend }: { findingId: string; mend: Mend }) =>
      send(
        api.POST("/api/v1/findings/{finding_id}/mendings", {
          params: { path: { finding_id: findingId } },
          body: { mend },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: qualityKeys.inspections(datasetId) }),
  });
}
