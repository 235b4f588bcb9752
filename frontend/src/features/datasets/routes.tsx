import type { RouteObject } from "react-router";
import { Navigate } from "react-router";

/** Pages inside a project's frame; paths are relative to `/projects/:projectId`. */
export const routes: RouteObject[] = [
  {
    path: "data",
    lazy: async () => ({ Component: (await import("./list/dataset-list-page")).DatasetListPage }),
  },
  {
    path: "data/:datasetId",
    lazy: async () => ({ Component: (await import("./dataset-page")).DatasetPage }),
    children: [
      { index: true, element: <Navigate to="browse" replace /> },
      {
        path: "browse",
        lazy: async () => ({ Component: (await import("./browse/browse-tab")).BrowseTab }),
      },
      {
        path: "table",
        lazy: async () => ({ Component: (await import("./table/table-tab")).TableTab }),
      },
      {
        path: "map",
        lazy: async () => ({ Component: (await import("./map/map-tab")).MapTab }),
      },
      {
        path: "import",
        lazy: async () => ({ Component: (await import("./import/import-tab")).ImportTab }),
      },
      {
        path: "statistics",
        lazy: async () => ({
          Component: (await import("./statistics/statistics-tab")).StatisticsTab,
        }),
      },
      {
        path: "quality",
        lazy: async () => ({ Component: (await import("./quality/quality-tab")).QualityTab }),
      },
      {
        path: "versions",
        lazy: async () => ({ Component: (await import("./versions/versions-tab")).VersionsTab }),
      },
      {
        path: "versions/:versionId/diff",
        lazy: async () => ({ Component: (await import("./versions/diff-page")).DiffPage }),
      },
      {
        path: "labels",
        lazy: async () => ({ Component: (await import("./labels/labels-tab")).LabelsTab }),
      },
      {
        path: "trash",
        lazy: async () => ({ Component: (await import("./trash/trash-tab")).TrashTab }),
      },
    ],
  },
];
