import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { Project } from "@/api/types";

export interface NewProject {
  organisation_id: string;
  name: string;
  description?: string;
  task: Project["task"];
}

export function useCreateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewProject) => send(api.POST("/api/v1/projects", { body })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["projects", "list"] });
      await client.invalidateQueries({ queryKey: ["home"] });
    },
  });
}
