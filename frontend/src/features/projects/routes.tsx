import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "projects",
    lazy: async () => ({ Component: (await import("./pages/projects-page")).ProjectsPage }),
  },
];

/** The form of a new project, which speaks of datasets, too. */
export const newProjectRoutes: RouteObject[] = [
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
