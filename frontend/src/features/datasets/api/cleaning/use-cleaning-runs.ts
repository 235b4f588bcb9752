import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import { cleaningKeys, type Chosen, type Step } from "./cleaning-keys";

/** What was cleaned in a dataset, newest first. */
export function useCleaningRuns(datasetId: string) {
  return useQuery({
    queryKey: cleaningKeys.runs(datasetId),
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/cleaning-runs", {
          params: { path: { dataset_id: datasetId }, query: { page_size: 50 } },
        }),
      ),
    select: (page) => page.results,
  });
}

interface Wish {
  steps: readonly Step[];
  chosen: Chosen;
  name: string;
}

/** Have samples cleaned. */
export function useStartCleaning(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ steps, chosen, name }: Wish) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/cleaning-runs", {
          params: { path: { dataset_id: datasetId } },
          body: { ...chosen, steps: [...steps], name },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: cleaningKeys.runs(datasetId) }),
  });
}

/** Have everything brought back that a run changed or left out. */
export function useUndoCleaning(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) =>
      send(
        api.POST("/api/v1/cleaning-runs/{cleaning_run_id}/undo", {
          params: { path: { cleaning_run_id: runId } },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: cleaningKeys.runs(datasetId) }),
  });
}
