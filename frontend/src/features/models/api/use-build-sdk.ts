import { useMutation } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Have the Python SDK of a model version built. */
export function useBuildSdk() {
  return useMutation({
    mutationFn: (versionId: string) =>
      send(
        api.POST("/api/v1/model-versions/{version_id}/sdk", {
          params: { path: { version_id: versionId } },
        }),
      ),
  });
}
