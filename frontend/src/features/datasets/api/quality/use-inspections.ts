import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { qualityKeys } from "./quality-keys";

/** The latest inspections of a dataset and of its versions, newest first. */
export function useInspections(datasetId: string) {
  return useQuery({
    queryKey: qualityKeys.inspections(datasetId),
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/inspections", {
          params: { path: { dataset_id: datasetId }, query: { page_size: 20 } },
        }),
      ),
    select: (page) => page.results,
  });
}
