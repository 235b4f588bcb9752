import { api, send } from "@/api/client";

/** The sample as it is on the server now, with who changed it last. */
export function readSample(sampleId: string) {
  return send(
    api.GET("/api/v1/samples/{sample_id}", { params: { path: { sample_id: sampleId } } }),
  );
}
