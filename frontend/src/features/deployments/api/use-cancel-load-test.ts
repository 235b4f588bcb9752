import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import { loadTestsKey } from "./use-load-tests";

/** End a load test; stages that are over stay. */
export function useCancelLoadTest(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (loadTestId: string) =>
      send(
        api.POST("/api/v1/deployments/{deployment_id}/load-tests/{load_test_id}/cancel", {
          params: { path: { deployment_id: deploymentId, load_test_id: loadTestId } },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: loadTestsKey(deploymentId) }),
  });
}
