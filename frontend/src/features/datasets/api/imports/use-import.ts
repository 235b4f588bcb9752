import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** One upload session as the server counts it. */
export function useImport(importId: string, following: boolean) {
  return useQuery({
    queryKey: ["imports", importId],
    queryFn: () =>
      send(api.GET("/api/v1/imports/{import_id}", { params: { path: { import_id: importId } } })),
    refetchInterval: following ? 2_000 : false,
  });
}
