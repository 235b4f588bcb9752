import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { SESSION_KEY } from "@/api/session";

export function useCreateOrganisation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => send(api.POST("/api/v1/organisations", { body: { name } })),
    onSuccess: () => client.invalidateQueries({ queryKey: SESSION_KEY }),
  });
}
