import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys } from "@/api/datasets";
import type { components } from "@/api/generated/schema";

export type AttributesRequest = components["schemas"]["AttributesRequest"];
export type WantedAttribute = components["schemas"]["WantedAttributeRequest"];

/** Which values regions would lose by a change; asked only while `isAsked`. */
export function useAttributeLosses(datasetId: string, body: AttributesRequest, isAsked: boolean) {
  return useQuery({
    queryKey: [...datasetKeys.one(datasetId), "attribute-losses", body],
    queryFn: () =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/attributes/losses", {
          params: { path: { dataset_id: datasetId } },
          body,
        }),
      ),
    enabled: isAsked,
    retry: false,
    staleTime: 0,
  });
}

/** Give the regions of a label, or those without one, exactly these attributes. */
export function useSaveAttributes(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AttributesRequest) =>
      send(
        api.PUT("/api/v1/datasets/{dataset_id}/attributes", {
          params: { path: { dataset_id: datasetId } },
          body,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: datasetKeys.one(datasetId) }),
  });
}
