import { useQuery } from "@tanstack/react-query";

import { assignmentKeys } from "@/api/assignments";
import { api, send } from "@/api/client";

/** How fast and how well people answer, and how far they agree. */
export function useAssignmentStatistics(assignmentId: string) {
  return useQuery({
    queryKey: [...assignmentKeys.one(assignmentId), "statistics"],
    queryFn: () =>
      send(
        api.GET("/api/v1/assignments/{assignment_id}/statistics", {
          params: { path: { assignment_id: assignmentId } },
        }),
      ),
  });
}
