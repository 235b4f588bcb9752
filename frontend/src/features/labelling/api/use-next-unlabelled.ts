import { useMutation } from "@tanstack/react-query";

import { api, send } from "@/api/client";

/** Ask for the next sample that nobody has labelled yet. */
export function useNextUnlabelled(datasetId: string) {
  return useMutation({
    mutationFn: (after: string | undefined) =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/next-unlabelled", {
          params: { path: { dataset_id: datasetId }, query: after === undefined ? {} : { after } },
        }),
      ),
  });
}
