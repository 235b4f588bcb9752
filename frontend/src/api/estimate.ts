import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { api, send } from "./client";
import type { components } from "./generated/schema";

/** How long each network would train and how large it would be; the last answer stays meanwhile. */
export function useEstimate(
  request: components["schemas"]["RunEstimateRequest"],
  enabled: boolean,
) {
  return useQuery({
    queryKey: ["training-runs", "estimate", request],
    queryFn: () => send(api.POST("/api/v1/training-runs/estimate", { body: request })),
    enabled,
    placeholderData: keepPreviousData,
  });
}
