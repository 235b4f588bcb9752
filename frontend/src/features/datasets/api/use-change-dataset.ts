import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys, type Dataset } from "@/api/datasets";

export function useChangeDataset({ id, project_id }: Dataset) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { name?: string; description?: string }) =>
      send(
        api.PATCH("/api/v1/datasets/{dataset_id}", {
          params: { path: { dataset_id: id } },
          body: change,
        }),
      ),
    onSuccess: (dataset) => {
      client.setQueryData(datasetKeys.one(id), dataset);
      void client.invalidateQueries({ queryKey: datasetKeys.ofProject(project_id) });
    },
  });
}
