import type { RouteObject } from "react-router";

/** Pages inside a project's frame; paths are relative to `/projects/:projectId`. */
export const routes: RouteObject[] = [
  {
    path: "label/assignments/new",
    lazy: async () => ({
      Component: (await import("./pages/new-assignment-page")).NewAssignmentPage,
    }),
  },
  {
    path: "label/assignments/:assignmentId",
    lazy: async () => ({ Component: (await import("./pages/assignment-page")).AssignmentPage }),
  },
];
