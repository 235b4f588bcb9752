import type { GeometryOf } from "./annotations";

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Smaller than this is a click that slipped, not a box. */
export const LEAST_PIXELS = 3;

/** The rectangle between two corners, whichever they are, inside the image. */
export function between(
  one: { x: number; y: number },
  other: { x: number; y: number },
  size: Size,
): Rectangle {
  const inside = (value: number, length: number) => Math.min(length, Math.max(0, value));
  const [x1, x2] = [inside(one.x, size.width), inside(other.x, size.width)];
  const [y1, y2] = [inside(one.y, size.height), inside(other.y, size.height)];
  return {
    left: Math.min(x1, x2),
    top: Math.min(y1, y2),
    width: Math.abs(x2 - x1),
    height: Math.abs(y2 - y1),
  };
}

/** Move a rectangle, but not out of the image. */
export function moved(box: Rectangle, x: number, y: number, size: Size): Rectangle {
  return {
    ...box,
    left: Math.min(size.width - box.width, Math.max(0, box.left + x)),
    top: Math.min(size.height - box.height, Math.max(0, box.top + y)),
  };
}

/** To tenths of a pixel: more is noise of the hand, and makes files long. */
export function rounded(box: Rectangle): Rectangle {
  const tenths = (value: number) => Math.round(value * 10) / 10;
  return {
    left: tenths(box.left),
    top: tenths(box.top),
    width: tenths(box.width),
    height: tenths(box.height),
  };
}

export function isLargeEnough({ width, height }: Rectangle): boolean {
  return width >= LEAST_PIXELS && height >= LEAST_PIXELS;
}

/** The rectangle of a box, or around the corners of a four-sided region. */
export function rectangleOf(geometry: GeometryOf<"box"> | GeometryOf<"quad">): Rectangle {
  if (geometry.kind === "box") return geometry;
  const xs = geometry.points.map(([x = 0]) => x);
  const ys = geometry.points.map(([, y = 0]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
