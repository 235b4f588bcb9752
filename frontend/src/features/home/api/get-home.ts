import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

export function useHome(organisationId: string | undefined) {
  return useQuery({
    queryKey: ["home", organisationId],
    queryFn: () =>
      send(api.GET("/api/v1/home", { params: { query: { organisation: organisationId ?? "" } } })),
    enabled: organisationId !== undefined,
  });
}
