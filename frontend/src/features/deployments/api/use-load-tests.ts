import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { isFinished } from "@/api/jobs";

import type { LoadTest } from "../types";

export const loadTestsKey = (deploymentId: string) =>
  ["deployments", "load-tests", deploymentId] as const;

/** Tell whether a test goes on, or waits to. */
export function isGoingOn({ job }: LoadTest): boolean {
  return job !== null && !isFinished(job);
}

/** The last load tests of an endpoint, the newest first; stages appear while one goes on. */
export function useLoadTests(deploymentId: string) {
  return useQuery({
    queryKey: loadTestsKey(deploymentId),
    queryFn: () =>
      send(
        api.GET("/api/v1/deployments/{deployment_id}/load-tests", {
          params: { path: { deployment_id: deploymentId }, query: { page_size: 20 } },
        }),
      ),
    refetchInterval: (query) => (query.state.data?.results.some(isGoingOn) === true ? 2000 : false),
  });
}
