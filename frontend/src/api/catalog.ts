import { useQuery } from "@tanstack/react-query";

import { api, send } from "./client";

/** What tasks, networks and targets this installation offers; it changes only with a release. */
export function useCatalog() {
  return useQuery({
    queryKey: ["catalog"],
    queryFn: () => send(api.GET("/api/v1/catalog")),
    staleTime: Infinity,
  });
}
