import type { RouteObject } from "react-router";

/** Pages for guests, who have an address and no account. */
export const guestRoutes: RouteObject[] = [
  {
    path: "share/:shareToken",
    lazy: async () => ({ Component: (await import("./pages/share-page")).SharePage }),
  },
];
