import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "./client";
import type { components } from "./generated/schema";

type Schemas = components["schemas"];

export type Dataset = Schemas["Dataset"];
export type Label = Schemas["Label"];
export type Sample = Schemas["Sample"];
export type SampleDetail = Schemas["SampleDetail"];
export type DatasetVersion = Schemas["DatasetVersion"];

/** Keys of the query cache; all that is read of one dataset lies under `one`. */
export const datasetKeys = {
  ofProject: (projectId: string) => ["datasets", "of-project", projectId] as const,
  one: (datasetId: string) => ["datasets", datasetId] as const,
  labels: (datasetId: string) => ["datasets", datasetId, "labels"] as const,
  samples: (datasetId: string) => ["datasets", datasetId, "samples"] as const,
  counts: (datasetId: string) => ["datasets", datasetId, "counts"] as const,
  versions: (datasetId: string) => ["datasets", datasetId, "versions"] as const,
  statistics: (datasetId: string) => ["datasets", datasetId, "statistics"] as const,
  trash: (datasetId: string) => ["datasets", datasetId, "trash"] as const,
  sample: (sampleId: string) => ["samples", sampleId] as const,
};

/** The datasets of a project, newest first. */
export function useDatasets(projectId: string) {
  return useQuery({
    queryKey: datasetKeys.ofProject(projectId),
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets", { params: { query: { project: projectId, page_size: 200 } } }),
      ),
  });
}

export function useDataset(datasetId: string) {
  return useQuery({
    queryKey: datasetKeys.one(datasetId),
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}", { params: { path: { dataset_id: datasetId } } }),
      ),
  });
}

/** The labels of a dataset by position. */
export function useLabels(datasetId: string) {
  return useQuery({
    queryKey: datasetKeys.labels(datasetId),
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/labels", {
          params: { path: { dataset_id: datasetId } },
        }),
      ),
    select: (answer) => answer.results,
  });
}

/** Add a label at the end of the list. */
export function useCreateLabel(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (label: { name: string; color?: string }) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/labels", {
          params: { path: { dataset_id: datasetId } },
          body: label,
        }),
      ),
    onSuccess: (label) => {
      client.setQueryData<{ results: Label[] }>(
        datasetKeys.labels(datasetId),
        (old) => old && { results: [...old.results, label] },
      );
    },
  });
}

export type ThumbnailSize = 160 | 320 | 640;

/** The address of a sample's image as browsers show it, or of a thumbnail; cached for ever. */
export function sampleImageUrl(sampleId: string, size?: ThumbnailSize): string {
  const query = size === undefined ? "" : `?size=${size}`;
  return `/api/v1/samples/${sampleId}/image${query}`;
}

/** The smallest thumbnail that is sharp on a tile of so many CSS pixels. */
export function thumbnailSize(tilePixels: number, devicePixelRatio = 1): ThumbnailSize {
  const pixels = tilePixels * Math.min(devicePixelRatio, 2);
  if (pixels <= 160) return 160;
  return pixels <= 320 ? 320 : 640;
}
