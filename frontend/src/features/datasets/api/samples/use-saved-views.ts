import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";
import type { components } from "@/api/generated/schema";

export type SavedView = components["schemas"]["SavedView"];
type NewView = components["schemas"]["NewSavedViewRequest"];
type ViewChange = components["schemas"]["PatchedSavedViewChangeRequest"];

const keyOf = (datasetId: string) => [...datasetKeys.one(datasetId), "views"] as const;

/** The saved views of a dataset by name. */
export function useSavedViews(datasetId: string) {
  return useQuery({
    queryKey: keyOf(datasetId),
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/views", {
          params: { path: { dataset_id: datasetId } },
        }),
      ),
    select: (answer) => answer.results,
  });
}

/** Save a filter under a new name. */
export function useSaveView(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewView) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/views", {
          params: { path: { dataset_id: datasetId } },
          body,
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(datasetId) }),
  });
}

/** Rename a view, or let it show something else. */
export function useChangeView(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: ViewChange & { id: string }) =>
      send(api.PATCH("/api/v1/saved-views/{view_id}", { params: { path: { view_id: id } }, body })),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(datasetId) }),
  });
}

/** Remove a view; its samples stay. */
export function useRemoveView(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      send(api.DELETE("/api/v1/saved-views/{view_id}", { params: { path: { view_id: id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(datasetId) }),
  });
}
