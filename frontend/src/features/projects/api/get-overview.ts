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
      if (state.data === undefined) return false;
      const { next_action, runs, deployments } = state.data;
      const busy = next_action === "wait" || runs.running > 0 || deployments.starting > 0;
      return busy ? BUSY_POLL_MS : false;
    },
  });
}
