import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";
import type { components } from "@/api/generated/schema";
import { filterQuery, searchOf, type SampleFilters } from "@/api/sample-filters";

export type EmbeddingMap = components["schemas"]["EmbeddingMap"];
export type MapPoints = components["schemas"]["MapPoints"];
export type MapArea = components["schemas"]["MapArea"];

const keyOf = (datasetId: string) => [...datasetKeys.one(datasetId), "maps"] as const;

/** The maps of a dataset, newest first. */
export function useMaps(datasetId: string) {
  return useQuery({
    queryKey: keyOf(datasetId),
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/maps", {
          params: { path: { dataset_id: datasetId }, query: { page_size: 5 } },
        }),
      ),
    select: (page) => page.results,
  });
}

/** Have a map of the live samples drawn. */
export function useDrawMap(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/maps", {
          params: { path: { dataset_id: datasetId } },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(datasetId) }),
  });
}

/** The points of a map, and which of them pass filters. */
export function useMapPoints(map: EmbeddingMap, filters: SampleFilters) {
  return useQuery({
    queryKey: [...keyOf(map.dataset_id), map.id, searchOf(filters)],
    queryFn: () =>
      send(
        api.GET("/api/v1/maps/{map_id}/points", {
          params: { path: { map_id: map.id }, query: filterQuery(filters) },
        }),
      ),
    placeholderData: (before) => before,
  });
}

/** Make what lies within a line a filter. */
export function useDrawArea(mapId: string) {
  return useMutation({
    mutationFn: (outline: number[][]) =>
      send(
        api.POST("/api/v1/maps/{map_id}/areas", {
          params: { path: { map_id: mapId } },
          body: { outline },
        }),
      ),
  });
}
