import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys, type Dataset } from "@/api/datasets";

/** Move a dataset to the trash; its frozen versions stay. */
export function useDeleteDataset({ id, project_id }: Dataset) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      send(api.DELETE("/api/v1/datasets/{dataset_id}", { params: { path: { dataset_id: id } } })),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: datasetKeys.ofProject(project_id) });
      void client.invalidateQueries({ queryKey: ["projects", project_id] });
    },
  });
}
