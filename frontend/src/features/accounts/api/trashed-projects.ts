import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { nextCursor } from "@/api/pages";

export function useTrashedProjects(organisationId: string) {
  return useInfiniteQuery({
    queryKey: ["organisations", organisationId, "trashed-projects"],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/organisations/{organisation_id}/trashed-projects", {
          params: { path: { organisation_id: organisationId }, query: { cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
  });
}

export function useRestoreProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (projectId: string) =>
      send(
        api.POST("/api/v1/projects/{project_id}/restore", {
          params: { path: { project_id: projectId } },
        }),
      ),
    onSuccess: () => client.invalidateQueries(),
  });
}
