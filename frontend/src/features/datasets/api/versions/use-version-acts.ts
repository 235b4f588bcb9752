import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys, type DatasetVersion } from "@/api/datasets";
import type { components } from "@/api/generated/schema";

/** Make a dataset that begins as a version. */
export function useForkVersion(version: DatasetVersion) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      send(
        api.POST("/api/v1/dataset-versions/{version_id}/fork", {
          params: { path: { version_id: version.id } },
          body: { name },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["dataset-versions"] });
      void client.invalidateQueries({ queryKey: ["datasets"] });
    },
  });
}

/** Write another note on a version. */
export function useNoteVersion(version: DatasetVersion) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: string) =>
      send(
        api.PATCH("/api/v1/dataset-versions/{version_id}", {
          params: { path: { version_id: version.id } },
          body: { note },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: datasetKeys.versions(version.dataset_id) });
      void client.invalidateQueries({ queryKey: ["dataset-versions"] });
    },
  });
}

/** What merging a version into a dataset would meet. */
export function useMergePreview(datasetId: string | undefined, versionId: string) {
  return useQuery({
    queryKey: [...datasetKeys.one(datasetId ?? ""), "merge-preview", versionId],
    enabled: datasetId !== undefined,
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/merge-preview", {
          params: { path: { dataset_id: datasetId ?? "" }, query: { version: versionId } },
        }),
      ),
  });
}

type NewMerge = components["schemas"]["NewMergeRequest"] & { datasetId: string };

/** Bring the samples of a version into a dataset. */
export function useMergeVersion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ datasetId, ...body }: NewMerge) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/merges", {
          params: { path: { dataset_id: datasetId } },
          body,
        }),
      ),
    onSuccess: (_merge, { datasetId }) => {
      void client.invalidateQueries({ queryKey: datasetKeys.one(datasetId) });
      void client.invalidateQueries({ queryKey: ["dataset-versions"] });
    },
  });
}
