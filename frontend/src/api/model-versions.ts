import { useQuery } from "@tanstack/react-query";

import { api, send } from "./client";

/** Model versions of a project to choose from, newest first. */
export function useModelVersionChoice(projectId: string, isWanted = true) {
  return useQuery({
    queryKey: ["model-versions", "choice", projectId],
    queryFn: () =>
      send(
        api.GET("/api/v1/model-versions", {
          params: { query: { project: projectId, page_size: 200 } },
        }),
      ),
    enabled: isWanted,
  });
}
