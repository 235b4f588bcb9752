import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Webhooks that the notices of a project may go through. */
export function useWebhooks(organisationId: string | undefined, projectId: string) {
  return useQuery({
    queryKey: ["channels", "webhooks", organisationId, projectId],
    enabled: organisationId !== undefined,
    queryFn: async () => {
      const query = { organisation: organisationId ?? "", project: projectId, page_size: 100 };
      const page = await send(api.GET("/api/v1/channels", { params: { query } }));
      return page.results.filter(({ kind }) => kind === "webhook");
    },
  });
}
