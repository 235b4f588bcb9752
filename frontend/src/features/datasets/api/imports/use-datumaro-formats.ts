import { useMutation, useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

export type DatumaroExport = components["schemas"]["DatumaroExport"];

/** Formats beside those of the task, where the administrator has installed datumaro. */
export function useDatumaroFormats(datasetId: string) {
  return useQuery({
    queryKey: ["datumaro-formats", datasetId],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/datumaro-formats", {
          params: { path: { dataset_id: datasetId } },
        }),
      ),
    staleTime: Infinity,
  });
}

/** Have a version written in one of them. */
export function useStartDatumaroExport(versionId: string) {
  return useMutation({
    mutationFn: (format: string) =>
      send(
        api.POST("/api/v1/dataset-versions/{version_id}/datumaro-exports", {
          params: { path: { version_id: versionId } },
          body: { format },
        }),
      ),
  });
}

/** What came of it, once its job is done. */
export function useDatumaroExport(exportId: string, isDone: boolean) {
  return useQuery({
    queryKey: ["datumaro-exports", exportId],
    queryFn: () =>
      send(
        api.GET("/api/v1/datumaro-exports/{export_id}", {
          params: { path: { export_id: exportId } },
        }),
      ),
    enabled: isDone,
  });
}
