import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import type { StudyRequest } from "../types";

/** Start a search. */
export function useStartStudy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StudyRequest) => send(api.POST("/api/v1/studies", { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: ["studies", "list"] }),
  });
}
