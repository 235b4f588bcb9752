import { useMutation } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { bodyOf, headersOf, type Parts } from "@/components/inputs/request";
import { fileAt } from "@/components/inputs/sample-question";

export type PredictInput =
  | { parts: Parts }
  | { sampleId: string }
  /** An image that lies on this server and is no sample. */
  | { image: { url: string; name: string } };

/** Ask a model version about something of one's own, or about a sample. */
export function usePredict(versionId: string) {
  return useMutation({
    mutationFn: async (input: PredictInput) => {
      const body = bodyOf(await partsOf(input));
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

async function partsOf(input: PredictInput): Promise<Parts | { sample_id: string }> {
  if ("sampleId" in input) return { sample_id: input.sampleId };
  if ("image" in input) return { image: await fileAt(input.image.url, input.image.name) };
  return input.parts;
}
