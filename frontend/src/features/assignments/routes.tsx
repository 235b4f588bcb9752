import type { RouteObject } from "react-router";

import { ForRole } from "@/components/ui/role-needed";

/** Pages inside a project's frame; paths are relative to `/projects/:projectId`. */
export const routes: RouteObject[] = [
  {
    element: <ForRole minimum="developer" />,
    children: [
      {
        path: "label/assignments/new",
        lazy: async () => ({
          Component: (await import("./pages/new-assignment-page")).NewAssignmentPage,
        }),
      },
    ],
  },
  {
    path: "label/assignments/:assignmentId",
    lazy: async () => ({ Component: (await import("./pages/assignment-page")).AssignmentPage }),
  },
];
