import type { FrameObjects, RegionSet } from "./documents";

export interface Track {
  readonly id: number;
  readonly name: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly numFrames: number;
}

/** Every object that was followed, with when its first frame begins and its last ends; the first seen first. */
export function tracksOf(frames: readonly FrameObjects[]): Track[] {
  const tracks = new Map<number, Track>();
  const frameRate = frameRateOf(frames);
  const frameSeconds = frameRate === undefined ? 0 : 1 / frameRate;
  for (const { time_seconds: seconds, objects } of frames) {
    for (const { track_id: id, name } of objects) {
      if (id === undefined) continue;
      const old = tracks.get(id);
      tracks.set(id, {
        id,
        name: old?.name ?? name,
        startSeconds: Math.min(old?.startSeconds ?? seconds, seconds),
        endSeconds: Math.max(old?.endSeconds ?? 0, seconds + frameSeconds),
        numFrames: (old?.numFrames ?? 0) + 1,
      });
    }
  }
  return [...tracks.values()].sort(
    (one, other) => one.startSeconds - other.startSeconds || one.id - other.id,
  );
}

/** Half a frame at 25 a second: times of videos are rounded. */
const SLACK_SECONDS = 0.02;

/** What is on the video at a time: the objects of the latest frame until then. Frames are in order. */
export function objectsAt(frames: readonly FrameObjects[], seconds: number): readonly RegionSet[] {
  let low = 0;
  let high = frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((frames[middle]?.time_seconds ?? 0) <= seconds + SLACK_SECONDS) low = middle + 1;
    else high = middle;
  }
  return frames[low - 1]?.objects ?? [];
}

/** Frames a second, from the times of the first and last frame. */
export function frameRateOf(frames: readonly FrameObjects[]): number | undefined {
  const first = frames[0];
  const last = frames.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const seconds = last.time_seconds - first.time_seconds;
  return seconds > 0 ? (last.frame - first.frame) / seconds : undefined;
}
