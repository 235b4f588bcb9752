import { Outlet } from "react-router";

/** The top bar and whatever page is under it. */
export function Frame() {
  return <Outlet />;
}
