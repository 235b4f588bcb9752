import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Members who can be sent e-mails. */
export function useMembers(organisationId: string) {
  return useQuery({
    queryKey: ["organisations", organisationId, "members", "for mails"],
    queryFn: () =>
      send(
        api.GET("/api/v1/organisations/{organisation_id}/members", {
          params: { path: { organisation_id: organisationId }, query: { page_size: 200 } },
        }),
      ),
  });
}
