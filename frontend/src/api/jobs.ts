import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "./client";
import type { Job } from "./types";

const FINAL: ReadonlySet<Job["state"]> = new Set(["succeeded", "failed", "cancelled"]);

/** Tell whether nothing more will happen to a job. */
export function isFinished(job: Pick<Job, "state">): boolean {
  return FINAL.has(job.state);
}

/** One job as it was last heard of; `useJobStream` keeps it fresh. */
export function useJob(jobId: string | undefined) {
  return useQuery({
    queryKey: ["jobs", "one", jobId],
    queryFn: () =>
      send(api.GET("/api/v1/jobs/{job_id}", { params: { path: { job_id: jobId ?? "" } } })),
    enabled: jobId !== undefined,
  });
}

/** Ask a job to stop; it ends as cancelled once its process has. */
export function useCancelJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (jobId: string) =>
      send(api.POST("/api/v1/jobs/{job_id}/cancel", { params: { path: { job_id: jobId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: ["jobs"] }),
  });
}
