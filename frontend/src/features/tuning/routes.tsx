import type { RouteObject } from "react-router";

import { ForRole } from "@/components/ui/role-needed";

/** Pages inside a project's frame; paths are relative to `/projects/:projectId`. */
export const routes: RouteObject[] = [
  {
    path: "search",
    lazy: async () => ({ Component: (await import("./pages/studies-page")).StudiesPage }),
  },
  {
    element: <ForRole minimum="developer" />,
    children: [
      {
        path: "search/new",
        lazy: async () => ({ Component: (await import("./pages/new-study-page")).NewStudyPage }),
      },
    ],
  },
  {
    path: "search/:studyId",
    lazy: async () => ({ Component: (await import("./pages/study-page")).StudyPage }),
  },
];
