import type { RouteObject } from "react-router";

/** Pages inside a project's frame; paths are relative to `/projects/:projectId`. */
export const routes: RouteObject[] = [
  {
    path: "deploy",
    lazy: async () => ({
      Component: (await import("./pages/deployments-page")).DeploymentsPage,
    }),
  },
  {
    path: "deploy/:deploymentId",
    lazy: async () => ({ Component: (await import("./pages/deployment-page")).DeploymentPage }),
  },
];
