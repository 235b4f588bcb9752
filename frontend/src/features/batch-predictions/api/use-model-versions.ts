import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Model versions that may predict, newest first. */
export function useModelVersions(projectId: string) {
  return useQuery({
    queryKey: ["model-versions", "choice", projectId],
    queryFn: () =>
      send(
        api.GET("/api/v1/model-versions", {
          params: { query: { project: projectId, page_size: 200 } },
        }),
      ),
  });
}
