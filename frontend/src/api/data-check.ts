import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { api, send } from "./client";

/** What is wrong with the data, as far as training with these options cares. */
export function useDataCheck(
  datasetVersionIds: string[],
  options: Readonly<Record<string, unknown>>,
  enabled: boolean,
) {
  return useQuery({
    queryKey: ["training-runs", "check", datasetVersionIds, options],
    queryFn: () =>
      send(
        api.POST("/api/v1/training-runs/check", {
          body: { dataset_version_ids: datasetVersionIds, task_options: options },
        }),
      ),
    enabled: enabled && datasetVersionIds.length > 0,
    placeholderData: keepPreviousData,
  });
}
