import { Outlet } from "react-router";

/** The rail of a project beside its pages. */
export function ProjectFrame() {
  return <Outlet />;
}
