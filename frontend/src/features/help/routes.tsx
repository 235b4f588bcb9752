import type { RouteObject } from "react-router";

export const routes: RouteObject[] = [
  {
    path: "help",
    lazy: async () => ({ Component: (await import("./pages/help-page")).HelpPage }),
  },
  {
    path: "python",
    lazy: async () => ({ Component: (await import("./pages/python-page")).PythonPage }),
  },
];
