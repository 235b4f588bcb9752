import type { RouteObject } from "react-router";

import { routes as accountRoutes, firstRoutes, forgottenRoutes } from "@/features/accounts/routes";
import { routes as alertRoutes } from "@/features/alerts/routes";
import { routes as assignmentRoutes } from "@/features/assignments/routes";
import { routes as batchPredictionRoutes } from "@/features/batch-predictions/routes";
import { routes as datasetRoutes } from "@/features/datasets/routes";
import { routes as deploymentRoutes } from "@/features/deployments/routes";
import { routes as evaluationRoutes } from "@/features/evaluations/routes";
import { routes as helpRoutes } from "@/features/help/routes";
import { routes as homeRoutes } from "@/features/home/routes";
import {
  assignmentWindowRoutes,
  fullWindowRoutes as labellingWindowRoutes,
  routes as labellingRoutes,
} from "@/features/labelling/routes";
import { routes as modelRoutes } from "@/features/models/routes";
import {
  newProjectRoutes,
  projectRoutes,
  routes as projectListRoutes,
} from "@/features/projects/routes";
import { guestRoutes } from "@/features/share/routes";
import { routes as trainingRoutes } from "@/features/training/routes";
import { routes as tuningRoutes } from "@/features/tuning/routes";

import { PageSkeleton } from "@/components/ui/skeletons";

import { PageTexts } from "./frame/page-texts";
import { RequireSession } from "./frame/require-session";
import { Window } from "./frame/window";
import { NotFoundPage } from "./pages/not-found-page";
import { RouteErrorPage } from "./pages/route-error-page";

/** All pages. Features declare their own; here they only get their place and frame. */
export const routes: RouteObject[] = [
  {
    element: <Window />,
    errorElement: <RouteErrorPage />,
    hydrateFallbackElement: <PageSkeleton />,
    children: [
      ...firstRoutes,
      { element: <PageTexts />, children: forgottenRoutes },
      { element: <PageTexts of="guests" />, children: guestRoutes },
      {
        element: <RequireSession />,
        children: [
          {
            path: "projects/:projectId",
            element: <PageTexts />,
            children: labellingWindowRoutes,
          },
          { element: <PageTexts />, children: assignmentWindowRoutes },
          {
            lazy: async () => ({ Component: (await import("./frame/frame")).Frame }),
            children: [
              {
                errorElement: <RouteErrorPage />,
                children: [
                  ...homeRoutes,
                  ...projectListRoutes,
                  {
                    element: <PageTexts />,
                    children: [
                      ...accountRoutes,
                      ...alertRoutes,
                      ...helpRoutes,
                      ...newProjectRoutes,
                    ],
                  },
                  {
                    path: "projects/:projectId",
                    lazy: async () => ({
                      Component: (await import("./frame/project-frame")).ProjectFrame,
                    }),
                    children: [
                      {
                        errorElement: <RouteErrorPage />,
                        element: <PageTexts />,
                        children: [
                          ...projectRoutes,
                          ...datasetRoutes,
                          ...labellingRoutes,
                          ...assignmentRoutes,
                          ...trainingRoutes,
                          ...tuningRoutes,
                          ...batchPredictionRoutes,
                          ...evaluationRoutes,
                          ...modelRoutes,
                          ...deploymentRoutes,
                          { path: "*", element: <NotFoundPage /> },
                        ],
                      },
                    ],
                  },
                  { path: "*", element: <NotFoundPage /> },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];
