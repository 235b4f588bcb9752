import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { MembershipOfMine } from "@/api/organisation";
import { SESSION_KEY } from "@/api/session";

/** Ends a membership of one's own and forgets what was read of its organisation. */
export function useLeaveOrganisation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, organisation }: MembershipOfMine) =>
      send(
        api.DELETE("/api/v1/organisations/{organisation_id}/members/{member_id}", {
          params: { path: { organisation_id: organisation.id, member_id: id } },
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: SESSION_KEY });
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
    },
  });
}
