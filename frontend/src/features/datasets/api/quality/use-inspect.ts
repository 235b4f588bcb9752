import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { qualityKeys } from "./quality-keys";

/** Have the live samples of a dataset inspected, or those of a version. */
export function useInspect(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (versionId: string | null) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/inspections", {
          params: { path: { dataset_id: datasetId } },
          body: { version_id: versionId },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: qualityKeys.inspections(datasetId) }),
  });
}
