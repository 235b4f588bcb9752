import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** What a job did so far, line by line; what it does from now on comes by its stream. */
export function useJobLog(jobId: string) {
  return useQuery({
    queryKey: ["jobs", "log", jobId],
    queryFn: () =>
      send(api.GET("/api/v1/jobs/{job_id}/log", { params: { path: { job_id: jobId } } })),
    // The stream begins where this run was read: what is older must be complete.
    refetchOnMount: "always",
  });
}
