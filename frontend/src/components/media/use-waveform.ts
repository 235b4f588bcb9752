import { useQuery } from "@tanstack/react-query";

import { peaksOf } from "./peaks";

const NUM_BARS = 48;
/** Rate that recordings are decoded at: enough for the outline of a tile. */
const RATE = 8000;

/** The outline of a recording, or "broken" when the browser cannot decode it. */
export function useWaveform(url: string | undefined): readonly number[] | "broken" | undefined {
  const { data } = useQuery({
    queryKey: ["waveforms", url],
    enabled: url !== undefined,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      const response = await fetch(url ?? "", { signal });
      if (!response.ok) return "broken" as const;
      const context = new OfflineAudioContext(1, RATE, RATE);
      try {
        const sound = await context.decodeAudioData(await response.arrayBuffer());
        return peaksOf(sound.getChannelData(0), NUM_BARS);
      } catch (error) {
        if (error instanceof DOMException) return "broken" as const;
        throw error;
      }
    },
  });
  return data;
}
