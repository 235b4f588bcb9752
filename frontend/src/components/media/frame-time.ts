/** Times that files round may lie a little before their frame. */
const TOLERANCE = 0.05;

/** The frame that is shown at a time, counted from 0. */
export function frameAt(seconds: number, frameRate: number): number {
  return Math.max(0, Math.floor(seconds * frameRate + TOLERANCE));
}

/**
 * A time at which a frame is shown for certain: its middle. At its very beginning players that round
 * would show the one before.
 */
export function middleOf(frame: number, frameRate: number): number {
  return (frame + 0.5) / frameRate;
}
