import { useQuery } from "@tanstack/react-query";

import { api, send } from "./client";

/** One model version with its manifest. */
export function useModelVersion(versionId: string) {
  return useQuery({
    queryKey: ["model-versions", "one", versionId],
    queryFn: () =>
      send(
        api.GET("/api/v1/model-versions/{version_id}", {
          params: { path: { version_id: versionId } },
        }),
      ),
  });
}
