import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** One sample, whichever dataset it is in. */
export function useSample(sampleId: string) {
  return useQuery({
    queryKey: ["samples", sampleId],
    queryFn: () =>
      send(api.GET("/api/v1/samples/{sample_id}", { params: { path: { sample_id: sampleId } } })),
  });
}
