import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { api, send } from "./client";
import { atLeast } from "./session";
import type { Role } from "./types";

/** The id of the project whose page this is. */
export function useProjectId(): string {
  const { projectId } = useParams();
  if (projectId === undefined) throw new Error("This component stands outside a project's pages.");
  return projectId;
}

/** One project, with the caller's role in it; nothing is read without an id. */
export function useProject(projectId: string | undefined) {
  return useQuery({
    queryKey: ["projects", "one", projectId],
    queryFn: () =>
      send(
        api.GET("/api/v1/projects/{project_id}", {
          params: { path: { project_id: projectId ?? "" } },
        }),
      ),
    enabled: projectId !== undefined,
    staleTime: 60_000,
  });
}

/** Tell whether the caller may do here what needs the role `minimum`; `false` until known. */
export function useMay(minimum: Role): boolean {
  const project = useProject(useProjectId());
  return atLeast(project.data?.role, minimum);
}
