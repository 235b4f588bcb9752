import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

export function useWithdrawInvitation(organisationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (invitationId: string) =>
      send(
        api.DELETE("/api/v1/organisations/{organisation_id}/invitations/{invitation_id}", {
          params: { path: { organisation_id: organisationId, invitation_id: invitationId } },
        }),
      ),
    onSuccess: () =>
      client.invalidateQueries({ queryKey: ["organisations", organisationId, "invitations"] }),
  });
}
