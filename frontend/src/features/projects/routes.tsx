import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "projects",
    lazy: async () => ({ Component: (await import("./pages/projects-page")).ProjectsPage }),
  },
  {
    path: "projects/new",
    lazy: async () => ({ Component: (await import("./pages/new-project-page")).NewProjectPage }),
  },
];

/** Pages inside a project's frame that are the project's own. */
export const projectRoutes: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import("./pages/overview-page")).OverviewPage }),
  },
  {
    path: "settings",
    lazy: async () => ({
      Component: (await import("./pages/project-settings-page")).ProjectSettingsPage,
    }),
  },
];
