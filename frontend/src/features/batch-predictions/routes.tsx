import type { RouteObject } from "react-router";

import { ForRole } from "@/components/ui/role-needed";

/** Pages inside a project's frame; paths are relative to `/projects/:projectId`. */
export const routes: RouteObject[] = [
  {
    path: "models/batch-predictions",
    lazy: async () => ({ Component: (await import("./pages/batches-page")).BatchesPage }),
  },
  {
    element: <ForRole minimum="developer" />,
    children: [
      {
        path: "models/batch-predictions/new",
        lazy: async () => ({ Component: (await import("./pages/new-batch-page")).NewBatchPage }),
      },
    ],
  },
  {
    path: "models/batch-predictions/:batchId",
    lazy: async () => ({ Component: (await import("./pages/batch-page")).BatchPage }),
  },
];
