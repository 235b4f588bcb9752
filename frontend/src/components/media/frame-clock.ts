/** Share of a frame that times which files round may lie before it. */
const TOLERANCE = 0.05;

/** When the frames of a video, counted from 0, are shown. */
export interface FrameClock {
  /** The frame that is shown at a time. */
  frameAt: (seconds: number) => number;
  /** When a frame begins, in seconds. */
  beginOf: (frame: number) => number;
  /** The last frame of a video that lasts so long. */
  lastOf: (seconds: number) => number;
  /** The usual length of a frame in seconds. */
  step: number;
}

/** The clock of frames that follow each other evenly. */
export function evenClock(frameRate: number): FrameClock {
  const frameAt = (seconds: number) => Math.max(0, Math.floor(seconds * frameRate + TOLERANCE));
  return {
    frameAt,
    beginOf: (frame) => frame / frameRate,
    lastOf: (seconds) => frameAt(seconds) - 1,
    step: 1 / frameRate,
  };
}

/** The clock of frames that begin at these milliseconds; the last one ends with the video. */
export function unevenClock(timesMs: readonly number[], durationMs: number): FrameClock {
  const last = timesMs.length - 1;
  const usual = durationMs / timesMs.length;
  const lengthOf = (frame: number) =>
    frame < last ? (timesMs[frame + 1] ?? 0) - (timesMs[frame] ?? 0) : usual;
  const beginMs = (frame: number) =>
    frame > last ? (timesMs[last] ?? 0) + (frame - last) * usual : (timesMs[frame] ?? 0);
  const frameAt = (seconds: number) => {
    let low = 0;
    let high = timesMs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (beginMs(middle) - TOLERANCE * lengthOf(middle) <= seconds * 1000) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  };
  return {
    frameAt,
    beginOf: (frame) => beginMs(frame) / 1000,
    lastOf: () => last,
    step: usual / 1000,
  };
}

/**
 * A time at which a frame is shown for certain: its middle. At its very beginning players that round
 * would show the one before.
 */
export function middleOf(frame: number, clock: FrameClock): number {
  return (clock.beginOf(frame) + clock.beginOf(frame + 1)) / 2;
}
