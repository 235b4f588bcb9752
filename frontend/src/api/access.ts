import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { api, send } from "./client";
import type { components } from "./generated/schema";

/** A key of an endpoint, and an application with a token; the secrets are nowhere else. */
export type CreatedAccess = components["schemas"]["CreatedAccess"];

interface NewAccess {
  deploymentId: string;
  /** What the key and the application are called. */
  name: string;
}

const handedOver = (deploymentId: string) => ["made-access", deploymentId];

/** Make all that is needed to call an endpoint, in one step. */
export function useCreateAccess() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ deploymentId, name }: NewAccess) =>
      send(
        api.POST("/api/v1/deployments/{deployment_id}/access", {
          params: { path: { deployment_id: deploymentId } },
          body: { name },
        }),
      ),
    onSuccess: (_made, { deploymentId }) => {
      void client.invalidateQueries({ queryKey: ["deployments", "keys", deploymentId] });
      void client.invalidateQueries({ queryKey: ["applications"] });
    },
  });
}

/** Hand what was made on one page to the page of the endpoint, which shows it. */
export function useHandOverAccess() {
  const client = useQueryClient();
  return (deploymentId: string, made: CreatedAccess) =>
    client.setQueryData(handedOver(deploymentId), made);
}

/** What was handed over, for this page alone: whoever leaves it does not see it again. */
export function useMadeAccess(deploymentId: string) {
  const client = useQueryClient();
  const queryKey = handedOver(deploymentId);
  const state = useState(() => client.getQueryData<CreatedAccess>(queryKey));
  useEffect(
    () => client.removeQueries({ queryKey: handedOver(deploymentId), exact: true }),
    [client, deploymentId],
  );
  return state;
}
