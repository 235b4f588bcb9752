import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Model versions of a project, the newest first: any of them can be asked. */
export function useModelVersions(projectId: string) {
  return useQuery({
    queryKey: ["model-versions", "suggesting", projectId],
    queryFn: () =>
      send(
        api.GET("/api/v1/model-versions", {
          params: { query: { project: projectId, page_size: 200 } },
        }),
      ),
  });
}
