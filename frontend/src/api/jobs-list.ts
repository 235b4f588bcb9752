import { useQuery } from "@tanstack/react-query";

import { api, send } from "./client";

const POLL_MS = 5_000;
const IDLE_POLL_MS = 20_000;

/** The organisation's unfinished and latest jobs; asked for oftener while something runs. */
export function useRecentJobs(organisationId: string | undefined, isAllowed = true) {
  return useQuery({
    queryKey: ["jobs", "recent", organisationId],
    queryFn: () =>
      send(
        api.GET("/api/v1/jobs", {
          params: { query: { organisation: organisationId, page_size: 30 } },
        }),
      ),
    enabled: organisationId !== undefined && isAllowed,
    refetchInterval: ({ state }) => {
      const busy = state.data?.results.some(
        (job) => job.state === "running" || job.state === "queued",
      );
      return busy === true ? POLL_MS : IDLE_POLL_MS;
    },
  });
}
