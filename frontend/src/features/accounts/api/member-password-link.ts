import { useMutation } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Make a link by which a member chooses a password. */
export function useMemberPasswordLink(organisationId: string) {
  return useMutation({
    mutationFn: (memberId: string) =>
      send(
        api.POST("/api/v1/organisations/{organisation_id}/members/{member_id}/password-link", {
          params: { path: { organisation_id: organisationId, member_id: memberId } },
        }),
      ),
  });
}
