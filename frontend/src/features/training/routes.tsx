import type { RouteObject } from "react-router";

/** Pages inside a project's frame; paths are relative to `/projects/:projectId`. */
export const routes: RouteObject[] = [];
