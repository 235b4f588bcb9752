import { useMutation, useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { Problem } from "@/api/problem";

/** The byte of the loudest moment of a recording. */
const LOUDEST = 255;

async function readWave(sampleId: string): Promise<Float32Array | null> {
  try {
    const bytes = await send(
      api.GET("/api/v1/samples/{sample_id}/wave", {
        params: { path: { sample_id: sampleId } },
        parseAs: "arrayBuffer",
      }),
    );
    return Float32Array.from(new Uint8Array(bytes), (byte) => byte / LOUDEST);
  } catch (error) {
    if (error instanceof Problem && error.code === "wave_missing") return null;
    throw error;
  }
}

/**
 * How loud a recording is, a hundred times a second, drawn by the server: the audio of hours is
 * never decoded in the browser. `null` while a worker has to draw it first; `draw` asks for that.
 */
export function useWave(sampleId: string) {
  const wave = useQuery({
    queryKey: ["samples", sampleId, "wave"],
    queryFn: () => readWave(sampleId),
    staleTime: (query) => (query.state.data === null ? 0 : Infinity),
    retry: false,
  });
  const draw = useMutation({
    mutationFn: () =>
      send(
        api.POST("/api/v1/samples/{sample_id}/wave", {
          params: { path: { sample_id: sampleId } },
        }),
      ),
  });
  return { wave, draw };
}
