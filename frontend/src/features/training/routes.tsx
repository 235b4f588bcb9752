import type { RouteObject } from "react-router";

import { ForRole } from "@/components/ui/role-needed";

/** Pages inside a project's frame; paths are relative to `/projects/:projectId`. */
export const routes: RouteObject[] = [
  {
    path: "train",
    lazy: async () => ({ Component: (await import("./pages/runs-page")).RunsPage }),
  },
  {
    element: <ForRole minimum="developer" />,
    children: [
      {
        path: "train/new",
        lazy: async () => ({ Component: (await import("./pages/new-run-page")).NewRunPage }),
      },
    ],
  },
  {
    path: "train/:runId",
    lazy: async () => ({ Component: (await import("./pages/run-page")).RunPage }),
  },
];
