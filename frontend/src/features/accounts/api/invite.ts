import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { Role } from "@/api/types";

export function useInvite(organisationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; role: Role }) =>
      send(
        api.POST("/api/v1/organisations/{organisation_id}/invitations", {
          params: { path: { organisation_id: organisationId } },
          body,
        }),
      ),
    onSuccess: () =>
      client.invalidateQueries({ queryKey: ["organisations", organisationId, "invitations"] }),
  });
}
