import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Callers with a client id and secret. */
export function useApplications(organisationId: string | undefined) {
  return useQuery({
    queryKey: ["applications", organisationId],
    queryFn: () =>
      send(
        api.GET("/api/v1/applications", {
          params: { query: { organisation: organisationId ?? "", page_size: 200 } },
        }),
      ),
    enabled: organisationId !== undefined,
  });
}
