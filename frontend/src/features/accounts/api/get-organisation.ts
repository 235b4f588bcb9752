import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

export function useOrganisationDetail(organisationId: string) {
  return useQuery({
    queryKey: ["organisations", organisationId],
    queryFn: () =>
      send(
        api.GET("/api/v1/organisations/{organisation_id}", {
          params: { path: { organisation_id: organisationId } },
        }),
      ),
  });
}
