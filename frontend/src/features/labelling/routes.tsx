import type { RouteObject } from "react-router";

/** Pages inside a project's frame; paths are relative to `/projects/:projectId`. */
export const routes: RouteObject[] = [];

/** Pages that take the whole window, without bar and rail. */
export const fullWindowRoutes: RouteObject[] = [];
