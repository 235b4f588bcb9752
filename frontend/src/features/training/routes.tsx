import type { RouteObject } from "react-router";

/** Pages inside a project's frame; paths are relative to `/projects/:projectId`. */
export const routes: RouteObject[] = [
  {
    path: "training",
    lazy: async () => ({ Component: (await import("./pages/runs-page")).RunsPage }),
  },
  {
    path: "training/new",
    lazy: async () => ({ Component: (await import("./pages/new-run-page")).NewRunPage }),
  },
  {
    path: "training/:runId",
    lazy: async () => ({ Component: (await import("./pages/run-page")).RunPage }),
  },
];
