import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

interface Looked {
  folder: number;
  path: string;
}

/** The folders of the server whose files may be read, and what lies below one of them. */
export function useServerFolders(datasetId: string | undefined, looked?: Looked) {
  return useQuery({
    // What a project may read, each of its datasets may import.
    queryKey: ["import-places", datasetId, looked?.folder, looked?.path],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/import-places", {
          params: { path: { dataset_id: datasetId ?? "" }, query: { ...looked } },
        }),
      ),
    enabled: datasetId !== undefined,
    placeholderData: (before) => before,
  });
}
