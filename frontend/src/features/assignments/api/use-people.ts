import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** The members of an organisation, to choose from. */
export function usePeople(organisationId: string | undefined) {
  return useQuery({
    queryKey: ["organisations", organisationId, "people"],
    queryFn: () =>
      send(
        api.GET("/api/v1/organisations/{organisation_id}/members", {
          params: {
            path: { organisation_id: organisationId ?? "" },
            query: { page_size: 200 },
          },
        }),
      ),
    enabled: organisationId !== undefined,
    select: (answer) => answer.results,
  });
}
