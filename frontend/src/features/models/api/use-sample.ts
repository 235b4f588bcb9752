import { queryOptions, useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** One sample, whichever dataset it is in. */
export function sampleQuery(sampleId: string) {
  return queryOptions({
    queryKey: ["samples", sampleId],
    queryFn: () =>
      send(api.GET("/api/v1/samples/{sample_id}", { params: { path: { sample_id: sampleId } } })),
  });
}

export function useSample(sampleId: string) {
  return useQuery(sampleQuery(sampleId));
}
