import type { SampleDetail } from "@/api/datasets";

/** Films without a length in frames are counted at this rate. */
const FRAME_RATE = 25;

type Film = Pick<SampleDetail, "num_frames" | "duration_ms">;

/** Frames a second, on average where a film's rate varies. */
export function frameRateOf({ num_frames: frames, duration_ms: length }: Film): number {
  return frames !== null && length ? frames / (length / 1000) : FRAME_RATE;
}

export function framesOf(film: Film): number {
  const length = ((film.duration_ms ?? 0) / 1000) * FRAME_RATE;
  return Math.max(1, film.num_frames ?? Math.round(length));
}
