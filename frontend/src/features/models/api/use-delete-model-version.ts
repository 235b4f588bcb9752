import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Move a model version to the trash. */
export function useDeleteModelVersion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (versionId: string) =>
      send(
        api.DELETE("/api/v1/model-versions/{version_id}", {
          params: { path: { version_id: versionId } },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["model-versions"] });
    },
  });
}
