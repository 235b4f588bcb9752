import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** The versions of all datasets of a project, to choose one from. */
export function useProjectVersions(projectId: string) {
  return useQuery({
    queryKey: ["dataset-versions", projectId],
    queryFn: () =>
      send(
        api.GET("/api/v1/dataset-versions", {
          params: { query: { project: projectId, page_size: 200 } },
        }),
      ),
    select: (page) => page.results,
  });
}
