import type { RouteObject } from "react-router";

/** Pages inside a project's frame; paths are relative to `/projects/:projectId`. */
export const routes: RouteObject[] = [
  {
    path: "models",
    lazy: async () => ({ Component: (await import("./pages/models-page")).ModelsPage }),
  },
  {
    path: "models/:modelVersionId",
    lazy: async () => ({
      Component: (await import("./pages/model-version-page")).ModelVersionPage,
    }),
  },
  {
    path: "samples/:sampleId",
    lazy: async () => ({ Component: (await import("./pages/sample-redirect")).SampleRedirect }),
  },
];
