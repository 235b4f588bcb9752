import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { qualityKeys } from "./quality-keys";

/** The first samples of a finding, the strongest first. */
export function useFoundSamples(datasetId: string, findingId: string, count: number) {
  return useQuery({
    queryKey: [...qualityKeys.found(datasetId, findingId), count],
    queryFn: () =>
      send(
        api.GET("/api/v1/findings/{finding_id}/samples", {
          params: { path: { finding_id: findingId }, query: { page_size: count } },
        }),
      ),
    select: (page) => page.results,
  });
}
