import type { View } from "@/components/media/zoom";

/** A place on the map, both in 0..1, or on the canvas in CSS pixels from its top left corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Points at the edge stay whole. */
const MARGIN = 16;

function sideOf({ width, height }: Size): number {
  return Math.max(1, Math.min(width, height) - 2 * MARGIN);
}

/** Where on the canvas a place of the map is. */
export function onCanvas({ x, y }: Place, view: View, size: Size): Place {
  const side = sideOf(size) * view.scale;
  return {
    x: (x - 0.5) * side + size.width / 2 + view.x,
    y: (y - 0.5) * side + size.height / 2 + view.y,
  };
}

/** Which place of the map is shown at a place of the canvas. */
export function onMap({ x, y }: Place, view: View, size: Size): Place {
  const side = sideOf(size) * view.scale;
  return {
    x: (x - size.width / 2 - view.x) / side + 0.5,
    y: (y - size.height / 2 - view.y) / side + 0.5,
  };
}

interface Columns {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** The point nearest to a place of the map within a distance; `null` where there is none. */
export function nearest(points: Columns, { x, y }: Place, reach: number): number | null {
  let found: number | null = null;
  let least = reach * reach;
  for (let index = 0; index < points.x.length; index += 1) {
    const across = (points.x[index] ?? 0) - x;
    const down = (points.y[index] ?? 0) - y;
    const distance = across * across + down * down;
    if (distance <= least) {
      least = distance;
      found = index;
    }
  }
  return found;
}
