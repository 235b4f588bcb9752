import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

interface Change {
  condition: string;
  body: components["schemas"]["AlertRuleUpdateRequest"];
}

/** Say when a condition of an endpoint fires. */
export function useSetAlertRule(deploymentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ condition, body }: Change) =>
      send(
        api.PUT("/api/v1/deployments/{deployment_id}/alert-rules/{condition}", {
          params: { path: { deployment_id: deploymentId, condition } },
          body,
        }),
      ),
    onSuccess: (rules) => client.setQueryData(["alerts", "rules", deploymentId], rules),
  });
}
