import { maskPixels } from "@/components/predictions/run-lengths";

import type { Geometry } from "./annotations";
import { rectangleOf, type Rectangle } from "./rectangle";

/** The pixels of a mask within its box. */
export interface MaskPiece {
  readonly pixels: Uint8Array;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A geometry in an image, ready to be drawn and looked up many times a second. */
export interface AnnotationShape {
  readonly kind: "box" | "rings" | "mask";
  readonly box: Rectangle;
  /** Closed lines as x and y in turn; empty for boxes and masks. */
  readonly rings: readonly Float64Array[];
  readonly mask: MaskPiece | null;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const known = new WeakMap<Geometry, AnnotationShape | null>();

/** The shape of a geometry; null for those that are not in an image, and for empty masks. */
export function shapeOf(geometry: Geometry): AnnotationShape | null {
  const before = known.get(geometry);
  if (before !== undefined) return before;
  const shape = made(geometry);
  known.set(geometry, shape);
  return shape;
}

function made(geometry: Geometry): AnnotationShape | null {
  switch (geometry.kind) {
    case "box":
      return { kind: "box", box: rectangleOf(geometry), rings: [], mask: null };
    case "quad":
      return ofRings([geometry.points]);
    case "polygon":
      return ofRings(geometry.rings);
    case "mask":
      return ofMask(geometry.counts, geometry.size);
    default:
      return null;
  }
}

function ofRings(rings: readonly (readonly (readonly number[])[])[]): AnnotationShape {
  const lines = rings.map((ring) => Float64Array.from(ring.flat()));
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of rings.flat()) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  const box = { left, top, width: right - left, height: bottom - top };
  return { kind: "rings", box, rings: lines, mask: null };
}

function ofMask(
  counts: string,
  [height = 0, width = 0]: readonly number[],
): AnnotationShape | null {
  const mask = cropped(maskPixels(counts, width, height), width);
  return mask && { kind: "mask", box: mask, rings: [], mask };
}

/** The part of an image's mask that holds all its pixels; null where it has none. */
export function cropped(pixels: Uint8Array, width: number): MaskPiece | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let at = pixels.indexOf(1); at >= 0; at = pixels.indexOf(1, at + 1)) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  if (right < 0) return null;
  const size = { width: right + 1 - left, height: bottom + 1 - top };
  const piece = new Uint8Array(size.width * size.height);
  for (let row = 0; row < size.height; row += 1) {
    const start = (top + row) * width + left;
    piece.set(pixels.subarray(start, start + size.width), row * size.width);
  }
  return { pixels: piece, left, top, ...size };
}

/** Whether a point is on a shape, or no farther from its box than `reach` where it is tiny. */
export function covers(shape: AnnotationShape, at: Point, reach: number): boolean {
  const { box } = shape;
  const room = Math.max(0, reach - Math.min(box.width, box.height) / 2);
  const isNear =
    at.x >= box.left - room &&
    at.x <= box.left + box.width + room &&
    at.y >= box.top - room &&
    at.y <= box.top + box.height + room;
  if (!isNear || room > 0 || shape.kind === "box") return isNear;
  return shape.mask === null ? isWithin(shape.rings, at) : isPainted(shape.mask, at);
}

/** Even-odd, as the outline of an object with several parts is meant. */
function isWithin(rings: readonly Float64Array[], { x, y }: Point): boolean {
  let isIn = false;
  for (const ring of rings) {
    let [lastX, lastY] = [ring[ring.length - 2] ?? 0, ring[ring.length - 1] ?? 0];
    for (let at = 0; at < ring.length; at += 2) {
      const [nextX, nextY] = [ring[at] ?? 0, ring[at + 1] ?? 0];
      if (nextY > y !== lastY > y) {
        const crossing = lastX + ((y - lastY) / (nextY - lastY)) * (nextX - lastX);
        if (x < crossing) isIn = !isIn;
      }
      [lastX, lastY] = [nextX, nextY];
    }
  }
  return isIn;
}

function isPainted(mask: MaskPiece, at: Point): boolean {
  const [x, y] = [Math.floor(at.x) - mask.left, Math.floor(at.y) - mask.top];
  if (x < 0 || y < 0 || x >= mask.width || y >= mask.height) return false;
  return mask.pixels[y * mask.width + x] === 1;
}

/**
 * The shapes under a point, smallest first: what lies within something else can be reached.
 */
export function underPoint<Annotation extends { readonly shape: AnnotationShape }>(
  annotations: readonly Annotation[],
  at: Point,
  reach: number,
): Annotation[] {
  const area = ({ shape }: Annotation) => shape.box.width * shape.box.height;
  return annotations
    .filter(({ shape }) => covers(shape, at, reach))
    .sort((one, other) => area(one) - area(other));
}

/** The annotation after the one that is chosen: clicking again reaches what lies beneath. */
export function nextUnder<Annotation extends { readonly id: string }>(
  found: readonly Annotation[],
  chosen: string | null,
): string | null {
  const place = found.findIndex(({ id }) => id === chosen);
  return found[(place + 1) % Math.max(1, found.length)]?.id ?? null;
}
