import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { SESSION_KEY } from "@/api/session";

export function useRemoveMember(organisationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (memberId: string) =>
      send(
        api.DELETE("/api/v1/organisations/{organisation_id}/members/{member_id}", {
          params: { path: { organisation_id: organisationId, member_id: memberId } },
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["organisations", organisationId] });
      await client.invalidateQueries({ queryKey: SESSION_KEY });
    },
  });
}
