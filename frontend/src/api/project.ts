import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { api, send } from "./client";
import { atLeast, type Role } from "./session";

/** The id of the project whose page this is. */
export function useProjectId(): string {
  const { projectId } = useParams();
  if (projectId === undefined) throw new Error("This component stands outside a project's pages.");
  return projectId;
}

/** One project, with the caller's role in it. */
export function useProject(projectId: string) {
  return useQuery({
    queryKey: ["projects", projectId],
    queryFn: () =>
      send(
        api.GET("/api/v1/projects/{project_id}", { params: { path: { project_id: projectId } } }),
      ),
  });
}

/** Tell whether the caller may do here what needs the role `minimum`; `false` until known. */
export function useMay(minimum: Role): boolean {
  const project = useProject(useProjectId());
  return atLeast(project.data?.role, minimum);
}
