import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Shut a caller out. */
export function useRevokeApplication() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (applicationId: string) =>
      send(
        api.DELETE("/api/v1/applications/{application_id}", {
          params: { path: { application_id: applicationId } },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["applications"] });
      void client.invalidateQueries({ queryKey: ["deployments", "one"] });
    },
  });
}
