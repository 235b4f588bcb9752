import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "alerts",
    lazy: async () => ({ Component: (await import("./pages/alerts-page")).AlertsPage }),
  },
];
