import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** The steps of one medium, in the order in which they are usually taken. */
export function useCleaningSteps(media: string | undefined) {
  return useQuery({
    queryKey: ["cleaning-steps"],
    queryFn: () => send(api.GET("/api/v1/cleaning-steps")),
    select: (answer) => answer.steps.filter((step) => step.media === media),
    staleTime: Infinity,
  });
}
