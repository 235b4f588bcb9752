import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "./client";

/** Make a sample project: example data, part of it left to label, a model and an endpoint. */
export function useCreateSampleProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (organisationId: string) =>
      send(api.POST("/api/v1/projects/sample", { body: { organisation_id: organisationId } })),
    onSuccess: async () => {
      await Promise.all(
        ["home", "projects", "jobs"].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
}
