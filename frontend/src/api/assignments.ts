import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "./client";
import type { components } from "./generated/schema";

type Schemas = components["schemas"];

export type Assignment = Schemas["Assignment"];
export type AssignmentDetail = Schemas["AssignmentDetail"];
export type AssignmentChange = Schemas["PatchedAssignmentChangeRequest"];
export type OwnWork = Schemas["OwnWork"];
export type WorkItem = Schemas["WorkItem"];
export type WorkItemDetail = Schemas["ItemDetail"];
export type WorkItemState = Schemas["WorkItemState"];
export type GivenAnswer = Schemas["GivenAnswer"];
export type Person = Schemas["Person"];

export const assignmentKeys = {
  ofProject: (projectId: string) => ["assignments", "of-project", projectId] as const,
  one: (assignmentId: string) => ["assignments", assignmentId] as const,
  items: (assignmentId: string) => ["assignments", assignmentId, "items"] as const,
  ownWork: ["own-work"] as const,
  item: (itemId: string) => ["work-items", itemId] as const,
};

/** An assignment with its people and labels, and what the caller may do in it. */
export function useAssignment(assignmentId: string) {
  return useQuery({
    queryKey: assignmentKeys.one(assignmentId),
    queryFn: () =>
      send(
        api.GET("/api/v1/assignments/{assignment_id}", {
          params: { path: { assignment_id: assignmentId } },
        }),
      ),
  });
}

/** The open assignments that the person takes part in, the most urgent first. */
export function useOwnWork() {
  return useQuery({
    queryKey: assignmentKeys.ownWork,
    queryFn: () => send(api.GET("/api/v1/own-work")),
    select: (answer) => answer.results,
  });
}

/** Change an assignment, close it, or open it again. */
export function useChangeAssignment(assignmentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AssignmentChange) =>
      send(
        api.PATCH("/api/v1/assignments/{assignment_id}", {
          params: { path: { assignment_id: assignmentId } },
          body,
        }),
      ),
    onSuccess: (assignment) => {
      client.setQueryData(assignmentKeys.one(assignmentId), assignment);
      void client.invalidateQueries({ queryKey: ["assignments", "of-project"] });
    },
  });
}

/** The assignments of a project, newest first. */
export function useProjectAssignments(projectId: string) {
  return useQuery({
    queryKey: assignmentKeys.ofProject(projectId),
    queryFn: () =>
      send(
        api.GET("/api/v1/projects/{project_id}/assignments", {
          params: { path: { project_id: projectId }, query: { page_size: 200 } },
        }),
      ),
    select: (answer) => answer.results,
  });
}

export type SampleFilter = NonNullable<Schemas["NewAssignmentRequest"]["filter"]>;

/** The page that hands out the samples that pass a filter. */
export function assignAddress(projectId: string, datasetId: string, filter: SampleFilter): string {
  const query = new URLSearchParams({ dataset: datasetId });
  if (Object.keys(filter).length > 0) query.set("filter", JSON.stringify(filter));
  return `/projects/${projectId}/label/assignments/new?${query}`;
}
