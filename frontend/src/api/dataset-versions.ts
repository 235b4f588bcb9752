import { useQuery } from "@tanstack/react-query";

import { api, send } from "./client";

/** Frozen dataset versions of a project, newest first. */
export function useDatasetVersions(projectId: string) {
  return useQuery({
    queryKey: ["dataset-versions", "choice", projectId],
    queryFn: () =>
      send(
        api.GET("/api/v1/dataset-versions", {
          params: { query: { project: projectId, page_size: 200 } },
        }),
      ),
  });
}
