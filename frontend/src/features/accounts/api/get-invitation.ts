import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

export function useInvitation(token: string | undefined) {
  return useQuery({
    queryKey: ["invitations", token],
    queryFn: () =>
      send(api.GET("/api/v1/invitations/{token}", { params: { path: { token: token ?? "" } } })),
    enabled: token !== undefined,
  });
}
