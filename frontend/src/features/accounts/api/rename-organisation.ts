import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { SESSION_KEY } from "@/api/session";

export function useRenameOrganisation(organisationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      send(
        api.PATCH("/api/v1/organisations/{organisation_id}", {
          params: { path: { organisation_id: organisationId } },
          body: { name },
        }),
      ),
    onSuccess: async (organisation) => {
      client.setQueryData(["organisations", organisationId], organisation);
      await client.invalidateQueries({ queryKey: SESSION_KEY });
    },
  });
}
