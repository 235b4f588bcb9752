import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** What of a project's task can be searched, with these networks to choose between. */
export function useSearchableSpace(projectId: string, backbones: string[]) {
  return useQuery({
    queryKey: ["studies", "searchable", projectId, backbones],
    queryFn: () =>
      send(
        api.GET("/api/v1/studies/searchable", {
          params: { query: { project: projectId, backbone: backbones } },
        }),
      ),
    enabled: backbones.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}
