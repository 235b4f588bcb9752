import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { api, send } from "./client";
import type { components } from "./generated/schema";

export type SampleTask = components["schemas"]["NewSampleProjectRequest"]["task"];

/** Make a sample project: example data, part of it left to label, a model and an endpoint. */
export function useCreateSampleProject() {
  const client = useQueryClient();
  const { i18n } = useTranslation();
  const language = i18n.language.startsWith("zh") ? "zh" : "en";
  return useMutation({
    mutationFn: ({ organisationId, task }: { organisationId: string; task: SampleTask }) =>
      send(
        api.POST("/api/v1/projects/sample", {
          body: { organisation_id: organisationId, task, language },
        }),
      ),
    onSuccess: async () => {
      await Promise.all(
        ["home", "projects", "jobs"].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
}
