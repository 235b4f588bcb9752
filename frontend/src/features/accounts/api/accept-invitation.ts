import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { SESSION_KEY } from "@/api/session";

export function useAcceptInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) =>
      send(api.POST("/api/v1/invitations/{token}/accept", { params: { path: { token } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: SESSION_KEY }),
  });
}
