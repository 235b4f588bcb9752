import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { SESSION_KEY } from "@/api/session";
import type { Role } from "@/api/types";

export function useChangeRole(organisationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ memberId, role }: { memberId: string; role: Role }) =>
      send(
        api.PATCH("/api/v1/organisations/{organisation_id}/members/{member_id}", {
          params: { path: { organisation_id: organisationId, member_id: memberId } },
          body: { role },
        }),
      ),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ["organisations", organisationId] });
      await client.invalidateQueries({ queryKey: SESSION_KEY });
    },
  });
}
