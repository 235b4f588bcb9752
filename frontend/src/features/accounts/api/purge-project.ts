import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

const PATH = "/api/v1/projects/{project_id}/purge";

/** What deleting a project for good would take away and give back; counted anew each time. */
export function usePurgePreview(projectId: string | undefined) {
  return useQuery({
    queryKey: ["projects", projectId, "purge"],
    queryFn: () => send(api.GET(PATH, { params: { path: { project_id: projectId ?? "" } } })),
    enabled: projectId !== undefined,
    gcTime: 0,
    staleTime: 0,
  });
}

export function usePurgeProject(organisationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      send(api.POST(PATH, { params: { path: { project_id: id } }, body: { name } })),
    onSuccess: () =>
      client.invalidateQueries({ queryKey: ["organisations", organisationId, "trashed-projects"] }),
  });
}
