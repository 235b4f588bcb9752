import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "./client";
import { datasetKeys } from "./datasets";

interface NewDataset {
  projectId: string;
  name: string;
  description?: string;
  multi_label?: boolean;
}

/** Make an empty dataset in a project. */
export function useCreateDataset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ projectId, ...fields }: NewDataset) =>
      send(api.POST("/api/v1/datasets", { body: { project_id: projectId, ...fields } })),
    onSuccess: (dataset) => {
      client.setQueryData(datasetKeys.one(dataset.id), dataset);
      void client.invalidateQueries({ queryKey: datasetKeys.ofProject(dataset.project_id) });
      void client.invalidateQueries({ queryKey: ["projects", dataset.project_id] });
    },
  });
}
