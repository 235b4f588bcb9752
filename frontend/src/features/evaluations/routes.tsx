import type { RouteObject } from "react-router";

import { ForRole } from "@/components/ui/role-needed";

/** Pages inside a project's frame; paths are relative to `/projects/:projectId`. */
export const routes: RouteObject[] = [
  {
    path: "models/evaluations",
    lazy: async () => ({ Component: (await import("./pages/evaluations-page")).EvaluationsPage }),
  },
  {
    element: <ForRole minimum="developer" />,
    children: [
      {
        path: "models/evaluations/new",
        lazy: async () => ({
          Component: (await import("./pages/new-evaluation-page")).NewEvaluationPage,
        }),
      },
    ],
  },
  {
    path: "models/evaluations/:evaluationId",
    lazy: async () => ({ Component: (await import("./pages/evaluation-page")).EvaluationPage }),
  },
];
