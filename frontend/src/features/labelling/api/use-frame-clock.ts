import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { api, send } from "@/api/client";
import type { SampleDetail } from "@/api/datasets";
import { frameRateOf } from "@/api/video-measures";
import { evenClock, unevenClock, type FrameClock } from "@/components/media/frame-clock";

/**
 * When the frames of a video are shown: phones record at uneven times, and what is drawn has
 * to lie on the frame that training sees. `clock` is missing until it is known; where the server
 * cannot read the times it counts on, `isGuessed`, as if they were even.
 */
export function useFrameClock(sample: SampleDetail) {
  const { id, num_frames, duration_ms } = sample;
  const times = useQuery({
    queryKey: ["samples", id, "frame-times"],
    queryFn: () =>
      send(
        api.GET("/api/v1/samples/{sample_id}/frame-times", {
          params: { path: { sample_id: id } },
        }),
      ),
    staleTime: Infinity,
    retry: 1,
  });
  const clock = useMemo((): FrameClock | undefined => {
    if (times.isPending) return undefined;
    const timesMs = times.data?.times_ms ?? null;
    return timesMs === null || timesMs.length === 0
      ? evenClock(frameRateOf({ num_frames, duration_ms }))
      : unevenClock(timesMs, duration_ms ?? 0);
  }, [times.isPending, times.data, num_frames, duration_ms]);
  return { clock, isGuessed: times.isError };
}
