import { useMutation, useQueryClient } from "@tanstack/react-query";

import { assignmentKeys } from "@/api/assignments";
import { api, send } from "@/api/client";

/** Make an assignment anew after its job failed or was cancelled. */
export function useMakeAgain(assignmentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      send(
        api.POST("/api/v1/assignments/{assignment_id}/make", {
          params: { path: { assignment_id: assignmentId } },
        }),
      ),
    onSuccess: (made) => client.setQueryData(assignmentKeys.one(assignmentId), made),
  });
}

/** Delete an assignment; what was accepted stays in the dataset. */
export function useDeleteAssignment(assignmentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      send(
        api.DELETE("/api/v1/assignments/{assignment_id}", {
          params: { path: { assignment_id: assignmentId } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ["assignments", "of-project"] }),
  });
}
