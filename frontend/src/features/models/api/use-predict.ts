import { useMutation } from "@tanstack/react-query";

import { api, send } from "@/api/client";

export type PredictInput = { image: File } | { sampleId: string };

/** Ask a model version about an image or a sample. */
export function usePredict(versionId: string) {
  return useMutation({
    mutationFn: (input: PredictInput) => {
      const params = { path: { version_id: versionId } };
      if ("sampleId" in input) {
        return send(
          api.POST("/api/v1/model-versions/{version_id}/predict", {
            params,
            body: { sample_id: input.sampleId },
          }),
        );
      }
      const form = new FormData();
      form.append("image", input.image);
      return send(
        api.POST("/api/v1/model-versions/{version_id}/predict", {
          params,
          body: {},
          bodySerializer: () => form,
        }),
      );
    },
  });
}
