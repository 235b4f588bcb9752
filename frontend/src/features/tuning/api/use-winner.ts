import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

interface Chosen {
  studyId: string;
  number: number;
}

/** Make a model version of what the best trial trained. */
export function useKeepModel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ studyId, number }: Chosen) =>
      send(
        api.POST("/api/v1/studies/{study_id}/trials/{number}/model-version", {
          params: { path: { study_id: studyId, number } },
        }),
      ),
    onSuccess: (_, { studyId }) => {
      void client.invalidateQueries({ queryKey: ["model-versions"] });
      void client.invalidateQueries({ queryKey: ["models"] });
      void client.invalidateQueries({ queryKey: ["studies", "one", studyId] });
      void client.invalidateQueries({ queryKey: ["studies", "trials", studyId] });
    },
  });
}

/** Train with the settings of a trial on all of the data. */
export function useTrainInFull() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ studyId, number }: Chosen) =>
      send(
        api.POST("/api/v1/studies/{study_id}/trials/{number}/train", {
          params: { path: { study_id: studyId, number } },
          body: {},
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ["training-runs"] }),
  });
}
