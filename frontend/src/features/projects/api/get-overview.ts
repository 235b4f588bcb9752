import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

const BUSY_POLL_MS = 5_000;

/** Where a project stands; asked again while something runs. */
export function useOverview(projectId: string) {
  return useQuery({
    queryKey: ["projects", "overview", projectId],
    queryFn: () =>
      send(
        api.GET("/api/v1/projects/{project_id}/overview", {
          params: { path: { project_id: projectId } },
        }),
      ),
    refetchInterval: ({ state }) => {
      const busy = state.data?.next_action === "wait" || (state.data?.runs.running ?? 0) > 0;
      return busy ? BUSY_POLL_MS : false;
    },
  });
}
