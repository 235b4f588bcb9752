import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "./client";

/** Make the sample project: digits as images, ready to label, freeze and train. */
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
