import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** The columns of a frozen version's tables; a frozen version never changes. */
export function useVersionTable(versionId: string | undefined) {
  return useQuery({
    queryKey: ["dataset-versions", versionId, "table"],
    queryFn: () =>
      send(
        api.GET("/api/v1/dataset-versions/{version_id}/table", {
          params: { path: { version_id: versionId ?? "" } },
        }),
      ),
    enabled: versionId !== undefined,
    staleTime: Infinity,
  });
}
