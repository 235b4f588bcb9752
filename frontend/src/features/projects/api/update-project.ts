import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

export function useUpdateProject(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name?: string; description?: string }) =>
      send(
        api.PATCH("/api/v1/projects/{project_id}", {
          params: { path: { project_id: projectId } },
          body,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ["projects"] }),
  });
}
