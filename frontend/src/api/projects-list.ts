import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "./client";
import { nextCursor } from "./pages";

/** Projects of an organisation, last changed first. */
export function useProjects(organisationId: string | undefined, search = "") {
  return useInfiniteQuery({
    queryKey: ["projects", "list", organisationId, search],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/projects", {
          params: {
            query: {
              organisation: organisationId ?? "",
              cursor: pageParam,
              ...(search === "" ? {} : { search }),
            },
          },
        }),
      ),
    enabled: organisationId !== undefined,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
  });
}
