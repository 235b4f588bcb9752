import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** A folder of the server: which of the allowed ones, and the path below it. */
export interface ServerFolder {
  readonly folder: number;
  readonly path: string;
}

/** Where files may be taken in from as they are, and what lies below a folder of the server. */
export function useImportPlaces(datasetId: string, looked?: ServerFolder) {
  return useQuery({
    queryKey: ["import-places", datasetId, looked?.folder, looked?.path],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/import-places", {
          params: { path: { dataset_id: datasetId }, query: { ...looked } },
        }),
      ),
    placeholderData: (before) => before,
  });
}
