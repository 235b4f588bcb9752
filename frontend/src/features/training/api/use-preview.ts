import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** The finished preview of an augmentation. */
export function usePreview(jobId: string) {
  return useQuery({
    queryKey: ["augmentation-previews", jobId],
    queryFn: () =>
      send(
        api.GET("/api/v1/augmentation-previews/{job_id}", { params: { path: { job_id: jobId } } }),
      ),
  });
}
