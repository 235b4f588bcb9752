import type { GeometryOf } from "./annotations";
import type { Rectangle } from "./rectangle";

export type FrameBox = GeometryOf<"frame_box">;

/** Frames whose box differs by less than this from the line between its neighbours are not keys. */
const TOLERANCE = 0.06;

function blend(one: FrameBox, other: FrameBox, frame: number): Rectangle {
  const share = other.frame === one.frame ? 0 : (frame - one.frame) / (other.frame - one.frame);
  const at = (from: number, to: number) => Math.round((from + (to - from) * share) * 10) / 10;
  return {
    left: at(one.left, other.left),
    top: at(one.top, other.top),
    width: at(one.width, other.width),
    height: at(one.height, other.height),
  };
}

function distance(one: Rectangle, other: Rectangle): number {
  return Math.max(
    Math.abs(one.left - other.left),
    Math.abs(one.top - other.top),
    Math.abs(one.width - other.width),
    Math.abs(one.height - other.height),
  );
}

/**
 * The frames that a person set, from all boxes of a track: those that do not lie on the straight way
 * between others. Only boxes are stored, so this finds again what interpolation filled in.
 */
export function keysOf(boxes: readonly FrameBox[]): FrameBox[] {
  const order = boxes.toSorted((one, other) => one.frame - other.frame);
  const first = order[0];
  const last = order.at(-1);
  if (first === undefined || last === undefined || first === last) return order;
  let worst = 0;
  let at = -1;
  order.forEach((box, index) => {
    const off = distance(box, blend(first, last, box.frame));
    if (off > Math.max(worst, TOLERANCE)) {
      worst = off;
      at = index;
    }
  });
  if (at < 0) return [first, last];
  return [...keysOf(order.slice(0, at + 1)), ...keysOf(order.slice(at)).slice(1)];
}

/** A box for every frame from the first key to the last. */
export function filled(keys: readonly FrameBox[]): FrameBox[] {
  const order = keys.toSorted((one, other) => one.frame - other.frame);
  return order.flatMap((key, index) => {
    const next = order[index + 1];
    if (next === undefined) return [key];
    return Array.from({ length: next.frame - key.frame }, (_, step) => ({
      ...key,
      ...(step === 0 ? {} : blend(key, next, key.frame + step)),
      frame: key.frame + step,
    }));
  });
}

/** Set the box of a track at a frame, and fill the frames between. */
export function withKey(boxes: readonly FrameBox[], key: FrameBox): FrameBox[] {
  return filled([...keysOf(boxes).filter(({ frame }) => frame !== key.frame), key]);
}

/** Take away the frames after one: the object has left. */
export function endedAt(boxes: readonly FrameBox[], frame: number): FrameBox[] {
  return boxes.filter((box) => box.frame <= frame);
}
