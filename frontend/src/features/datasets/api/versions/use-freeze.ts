import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys, type Dataset } from "@/api/datasets";
import type { components } from "@/api/generated/schema";

export type NewVersion = components["schemas"]["NewVersionRequest"];

/** Freeze the dataset as it is now into a version. */
export function useFreeze({ id, project_id }: Dataset) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: NewVersion) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/versions", {
          params: { path: { dataset_id: id } },
          body: version,
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: datasetKeys.versions(id) });
      void client.invalidateQueries({ queryKey: ["dataset-versions"] });
      void client.invalidateQueries({ queryKey: ["projects", project_id] });
    },
  });
}
