import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

/** What people did with a sample in assignments. */
export function useTrail(sampleId: string) {
  return useQuery({
    queryKey: [...datasetKeys.sample(sampleId), "trail"],
    queryFn: () =>
      send(
        api.GET("/api/v1/samples/{sample_id}/trail", {
          params: { path: { sample_id: sampleId }, query: { page_size: 200 } },
        }),
      ),
    select: (answer) => answer.results,
  });
}
