import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";

import { SUGGESTED, type Suggested } from "@/api/sample-filters";

/** How many samples a model suggests something of, and how many labels it contradicts. */
export function useSuggestedCounts(datasetId: string) {
  return useQuery({
    queryKey: [...datasetKeys.counts(datasetId), "suggested"],
    queryFn: async () => {
      const counts = await Promise.all(
        SUGGESTED.map((suggested) =>
          send(
            api.GET("/api/v1/datasets/{dataset_id}/samples/count", {
              params: { path: { dataset_id: datasetId }, query: { suggested } },
            }),
          ),
        ),
      );
      return Object.fromEntries(
        SUGGESTED.map((suggested, at) => [suggested, counts[at]?.count ?? 0]),
      ) as Record<Suggested, number>;
    },
  });
}
