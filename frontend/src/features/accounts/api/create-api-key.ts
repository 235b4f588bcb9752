import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { Scope } from "@/api/types";

export interface NewApiKey {
  organisation_id: string;
  name: string;
  scopes: Scope[];
  expires_at: string | null;
}

export function useCreateApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiKey) => send(api.POST("/api/v1/api-keys", { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: ["api-keys"] }),
  });
}
