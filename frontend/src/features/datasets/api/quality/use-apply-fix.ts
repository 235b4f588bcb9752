import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { qualityKeys, type FixKind } from "./quality-keys";

/** Fix the samples of a finding. */
export function useApplyFix(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ findingId, kind }: { findingId: string; kind: FixKind }) =>
      send(
        api.POST("/api/v1/findings/{finding_id}/fixes", {
          params: { path: { finding_id: findingId } },
          body: { kind },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: qualityKeys.inspections(datasetId) }),
  });
}
