import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

interface NewDataset {
  name: string;
  description?: string;
  multi_label?: boolean;
}

export function useCreateDataset(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (dataset: NewDataset) =>
      send(api.POST("/api/v1/datasets", { body: { project_id: projectId, ...dataset } })),
    onSuccess: (dataset) => {
      client.setQueryData(datasetKeys.one(dataset.id), dataset);
      void client.invalidateQueries({ queryKey: datasetKeys.ofProject(projectId) });
      void client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
}
