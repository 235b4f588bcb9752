import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

/** What lies in the trash, and how many bytes purging would free. */
export function useTrash(datasetId: string) {
  return useQuery({
    queryKey: [...datasetKeys.trash(datasetId), "summary"],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/trash", {
          params: { path: { dataset_id: datasetId } },
        }),
      ),
  });
}
