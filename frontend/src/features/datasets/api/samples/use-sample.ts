import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

/** One sample with its history. */
export function useSample(sampleId: string) {
  return useQuery({
    queryKey: datasetKeys.sample(sampleId),
    queryFn: () =>
      send(api.GET("/api/v1/samples/{sample_id}", { params: { path: { sample_id: sampleId } } })),
  });
}
