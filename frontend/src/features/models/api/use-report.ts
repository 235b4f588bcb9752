import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import type { Report } from "../report/report";

/** The report of a model version. */
export function useReport(versionId: string | undefined) {
  return useQuery({
    queryKey: ["model-versions", "report", versionId],
    queryFn: async () => {
      const path = { version_id: versionId ?? "" };
      const report = await send(
        api.GET("/api/v1/model-versions/{version_id}/report", { params: { path } }),
      );
      // The client types pairs as lists.
      return report as Report;
    },
    enabled: versionId !== undefined,
    staleTime: Infinity,
  });
}
