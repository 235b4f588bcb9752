import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

/** How long each network would train on all of the data. */
export function useEstimate(request: components["schemas"]["RunEstimateRequest"]) {
  return useQuery({
    queryKey: ["training-runs", "estimate", request],
    queryFn: () => send(api.POST("/api/v1/training-runs/estimate", { body: request })),
    enabled: request.dataset_version_ids.length > 0,
    placeholderData: keepPreviousData,
  });
}
