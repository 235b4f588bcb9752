import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "./client";

/** Move a project to the trash. */
export function useDeleteProject(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      send(
        api.DELETE("/api/v1/projects/{project_id}", {
          params: { path: { project_id: projectId } },
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["projects", "list"] });
      await client.invalidateQueries({ queryKey: ["home"] });
    },
  });
}
