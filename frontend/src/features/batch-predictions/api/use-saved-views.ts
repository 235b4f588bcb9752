import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** The saved views of a dataset by name. */
export function useSavedViews(datasetId: string) {
  return useQuery({
    queryKey: ["datasets", datasetId, "view-choice"],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/views", {
          params: { path: { dataset_id: datasetId } },
        }),
      ),
    enabled: datasetId !== "",
    select: (answer) => answer.results,
  });
}
