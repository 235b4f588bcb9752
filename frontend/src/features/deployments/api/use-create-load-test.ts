import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import type { NewLoadTest } from "../types";
import { loadTestsKey } from "./use-load-tests";

/** Test how much an endpoint answers. */
export function useCreateLoadTest(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewLoadTest) =>
      send(
        api.POST("/api/v1/deployments/{deployment_id}/load-tests", {
          params: { path: { deployment_id: deploymentId } },
          body,
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: loadTestsKey(deploymentId) });
    },
  });
}
