import {
  useMutation,
  useMutationState,
  useQueryClient,
  type MutationKey,
} from "@tanstack/react-query";

import { api, send } from "./client";
import { datasetKeys, type Dataset } from "./datasets";
import type { components } from "./generated/schema";

export type NewVersion = components["schemas"]["NewVersionRequest"];

/** Freezing that a training follows. */
export const FREEZE_TO_TRAIN: MutationKey = ["freeze-to-train"];

/** Freeze the dataset as it is now into a version. */
export function useFreeze(
  { id, project_id }: Pick<Dataset, "id" | "project_id">,
  mutationKey?: MutationKey,
) {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: (version: NewVersion) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/versions", {
          params: { path: { dataset_id: id } },
          body: version,
        }),
      ),
    // Not waited for: the list that comes back may take away who asked, before they heard of it.
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: datasetKeys.versions(id) });
      void client.invalidateQueries({ queryKey: datasetKeys.one(id), exact: true });
      void client.invalidateQueries({ queryKey: ["dataset-versions"] });
      void client.invalidateQueries({ queryKey: ["projects", project_id] });
    },
  });
}

/** The versions that were frozen for a training a moment ago, by their ids. */
export function useFrozenToTrain(): string[] {
  return useMutationState({
    filters: { mutationKey: FREEZE_TO_TRAIN, status: "success" },
    select: ({ state }) => (state.data as { id: string }).id,
  });
}
