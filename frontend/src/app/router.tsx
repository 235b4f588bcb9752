import type { ComponentProps } from "react";
import { RouterProvider } from "react-router";

/**
 * The pages of a router, drawn anew before the next event once the address has changed.
 *
 * Forms keep what was entered in the address. The library draws changes of it when there is time,
 * so that on a busy machine "Start", clicked right after a number was typed, went without it.
 */
export function Router({ router }: Pick<ComponentProps<typeof RouterProvider>, "router">) {
  return <RouterProvider router={router} useTransitions={false} />;
}
