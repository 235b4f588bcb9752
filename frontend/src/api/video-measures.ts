import type { SampleDetail } from "./datasets";

/** Videos without a length in frames are counted at this rate. */
const FRAME_RATE = 25;

type Video = Pick<SampleDetail, "num_frames" | "duration_ms">;

/** Frames a second, on average where a video's rate varies. */
export function frameRateOf({ num_frames: frames, duration_ms: length }: Video): number {
  return frames !== null && length ? frames / (length / 1000) : FRAME_RATE;
}

export function framesOf(video: Video): number {
  const length = ((video.duration_ms ?? 0) / 1000) * FRAME_RATE;
  return Math.max(1, video.num_frames ?? Math.round(length));
}
