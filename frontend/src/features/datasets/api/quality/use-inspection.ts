import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { qualityKeys } from "./quality-keys";

/** What an inspection found. */
export function useInspection(datasetId: string, inspectionId: string | undefined) {
  return useQuery({
    queryKey: qualityKeys.inspection(datasetId, inspectionId ?? ""),
    queryFn: () =>
      send(
        api.GET("/api/v1/inspections/{inspection_id}", {
          params: { path: { inspection_id: inspectionId ?? "" } },
        }),
      ),
    enabled: inspectionId !== undefined,
  });
}
