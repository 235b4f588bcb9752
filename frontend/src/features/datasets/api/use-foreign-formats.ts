import { useMutation, useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

export type ForeignExport = components["schemas"]["ForeignExport"];

/** Formats beside those of the task, where the administrator has installed datumaro. */
export function useForeignFormats(datasetId: string) {
  return useQuery({
    queryKey: ["foreign-formats", datasetId],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/foreign-formats", {
          params: { path: { dataset_id: datasetId } },
        }),
      ),
    staleTime: Infinity,
  });
}

/** Have a version written in one of them. */
export function useStartForeignExport(versionId: string) {
  return useMutation({
    mutationFn: (format: string) =>
      send(
        api.POST("/api/v1/dataset-versions/{version_id}/foreign-exports", {
          params: { path: { version_id: versionId } },
          body: { format },
        }),
      ),
  });
}

/** What came of it, once its job is done. */
export function useForeignExport(exportId: string, isDone: boolean) {
  return useQuery({
    queryKey: ["foreign-exports", exportId],
    queryFn: () =>
      send(
        api.GET("/api/v1/foreign-exports/{export_id}", {
          params: { path: { export_id: exportId } },
        }),
      ),
    enabled: isDone,
  });
}
