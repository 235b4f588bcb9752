import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** The latest model versions of a project, oldest first. */
export function useModelMetrics(projectId: string) {
  return useQuery({
    queryKey: ["model-versions", "latest", projectId],
    queryFn: () =>
      send(
        api.GET("/api/v1/model-versions", {
          params: { query: { project: projectId, page_size: 50 } },
        }),
      ),
    select: ({ results }) => results.toReversed(),
  });
}
