import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

export function useRevokeApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) =>
      send(api.DELETE("/api/v1/api-keys/{key_id}", { params: { path: { key_id: keyId } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ["api-keys"] }),
  });
}
