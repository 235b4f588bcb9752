import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

import type { StudyDetail } from "../types";
import { studyKey } from "./use-study";

/** Stop a study: its active trials end, what was found stays. */
export function useStopStudy(studyId: string) {
  const note = useNote();
  return useMutation({
    mutationFn: () =>
      send(
        api.POST("/api/v1/studies/{study_id}/stop", { params: { path: { study_id: studyId } } }),
      ),
    onSuccess: note,
  });
}

/** Give a study other limits; one that has ended goes on. */
export function useExtendStudy(studyId: string) {
  const note = useNote();
  return useMutation({
    mutationFn: (body: components["schemas"]["StudyExtendRequest"]) =>
      send(
        api.POST("/api/v1/studies/{study_id}/extend", {
          params: { path: { study_id: studyId } },
          body,
        }),
      ),
    onSuccess: note,
  });
}

/** Begin a new study with what this one has found. */
export function useForkStudy(studyId: string) {
  const note = useNote();
  return useMutation({
    mutationFn: (body: components["schemas"]["StudyForkRequest"]) =>
      send(
        api.POST("/api/v1/studies/{study_id}/fork", {
          params: { path: { study_id: studyId } },
          body,
        }),
      ),
    onSuccess: note,
  });
}

/** Remember a study as the server answered it, and have lists asked for again. */
function useNote() {
  const client = useQueryClient();
  return (study: StudyDetail) => {
    client.setQueryData(studyKey(study.id), study);
    void client.invalidateQueries({ queryKey: ["studies", "list"] });
    void client.invalidateQueries({ queryKey: ["jobs"] });
  };
}
