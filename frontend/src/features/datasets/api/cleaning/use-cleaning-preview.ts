import { useMutation, useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import { cleaningKeys, type Chosen, type Step } from "./cleaning-keys";

interface Wish {
  steps: readonly Step[];
  chosen: Chosen;
  seed: number;
}

/** Have some samples taken through steps, to look at. */
export function useStartCleaningPreview(datasetId: string) {
  return useMutation({
    mutationFn: ({ steps, chosen, seed }: Wish) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/cleaning-previews", {
          params: { path: { dataset_id: datasetId } },
          body: { ...chosen, steps: [...steps], seed },
        }),
      ),
  });
}

/** What a finished preview shows. */
export function useCleaningPreview(jobId: string) {
  return useQuery({
    queryKey: cleaningKeys.preview(jobId),
    queryFn: () =>
      send(api.GET("/api/v1/cleaning-previews/{job_id}", { params: { path: { job_id: jobId } } })),
    staleTime: Infinity,
  });
}
