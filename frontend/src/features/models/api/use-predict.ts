import { useMutation } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { bodyOf, headersOf, type Parts } from "@/components/inputs/request";

export type PredictInput = { parts: Parts } | { sampleId: string };

/** Ask a model version about something of one's own, or about a sample. */
export function usePredict(versionId: string) {
  return useMutation({
    mutationFn: (input: PredictInput) => {
      const body = bodyOf("sampleId" in input ? { sample_id: input.sampleId } : input.parts);
      return send(
        api.POST("/api/v1/model-versions/{version_id}/predict", {
          params: { path: { version_id: versionId } },
          body: {},
          bodySerializer: () => body,
          headers: headersOf(body),
        }),
      );
    },
  });
}
