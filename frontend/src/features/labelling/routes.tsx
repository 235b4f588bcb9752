import type { RouteObject } from "react-router";

/** Pages inside a project's frame; paths are relative to `/projects/:projectId`. */
export const routes: RouteObject[] = [
  {
    path: "label",
    lazy: async () => ({ Component: (await import("./choose-dataset-page")).ChooseDatasetPage }),
  },
];

/** Pages that take the whole window, without bar and rail. */
export const fullWindowRoutes: RouteObject[] = [
  {
    path: "label/:datasetId",
    lazy: async () => ({ Component: (await import("./labelling-page")).LabellingPage }),
  },
];

/** The same for people who may know of nothing but their assignments. */
export const assignmentWindowRoutes: RouteObject[] = [
  {
    path: "assignments/:assignmentId/work",
    lazy: async () => ({ Component: (await import("./assignment/work-page")).WorkPage }),
  },
  {
    path: "assignments/:assignmentId/review",
    lazy: async () => ({ Component: (await import("./assignment/review-page")).ReviewPage }),
  },
];
