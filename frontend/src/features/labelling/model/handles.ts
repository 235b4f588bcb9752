import type { Geometry, Region } from "./annotations";
import {
  cornersOf,
  cornersOfRectangle,
  furthest,
  geometryOf,
  mapped,
  middleOf,
  rectangleOfCorners,
  resized,
  turnedWithin,
  withCorner,
  type Corner,
  type Corners,
} from "./quadrilateral";
import { covers, shapeOf } from "./annotation-shapes";

/** What of an annotation the hand has hold of. */
export type HitTarget =
  | { readonly kind: "side"; readonly u: Step; readonly v: Step }
  | { readonly kind: "turn" }
  | { readonly kind: "corner"; readonly ring: number; readonly index: number }
  /** The middle of an edge of an outline: pulling it makes a corner there. */
  | { readonly kind: "edge"; readonly ring: number; readonly index: number }
  | { readonly kind: "point"; readonly index: number }
  | { readonly kind: "body" };

export interface Handle {
  readonly target: HitTarget;
  readonly x: number;
  readonly y: number;
}

type Step = -1 | 0 | 1;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Lengths on the screen, in pixels: what is smaller there has fewer handles. */
const ROOM_FOR_SIDES = 40;
const ROOM_FOR_EDGE = 44;
const TURN_DISTANCE = 26;
const LEAST_PIXELS = 1;

const SIDES: readonly (readonly [Step, Step])[] = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

/**
 * Where an annotation can be taken hold of.
 *
 * @param scale how large a pixel of the image is on the screen.
 * @param isCornerwise whether corners of rectangles move one by one.
 */
export function handlesOf(geometry: Geometry, scale: number, isCornerwise: boolean): Handle[] {
  if (geometry.kind === "polygon") return ofRings(geometry.rings, scale);
  if (geometry.kind !== "box" && geometry.kind !== "quad") return [];
  const corners = cornersOf(geometry);
  const rectangle = rectangleOfCorners(corners);
  const turn = turnHandle(corners, scale);
  if (rectangle === null || isCornerwise) {
    return [...corners.map(([x, y], index) => at({ kind: "corner", ring: 0, index }, x, y)), turn];
  }
  const { x, y, angle } = rectangle;
  const [half, halfDown] = [rectangle.width / 2, rectangle.height / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const sides = SIDES.filter(
    ([u, v]) => 2 * scale * (u === 0 ? half : v === 0 ? halfDown : Infinity) > ROOM_FOR_SIDES,
  );
  return [
    ...sides.map(([u, v]) =>
      at(
        { kind: "side", u, v },
        x + u * half * cos - v * halfDown * sin,
        y + u * half * sin + v * halfDown * cos,
      ),
    ),
    turn,
  ];
}

function ofRings(rings: readonly number[][][], scale: number): Handle[] {
  return rings.flatMap((ring, place) =>
    ring.flatMap(([x = 0, y = 0], index) => {
      const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
      const corner = at({ kind: "corner", ring: place, index }, x, y);
      if (Math.hypot(nextX - x, nextY - y) * scale < ROOM_FOR_EDGE) return [corner];
      const edge = { kind: "edge" as const, ring: place, index };
      return [corner, at(edge, (x + nextX) / 2, (y + nextY) / 2)];
    }),
  );
}

/** Beyond the middle of the first side, away from the annotation. */
function turnHandle(corners: Corners, scale: number): Handle {
  const [[x1, y1], [x2, y2]] = corners;
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const [middleX, middleY] = middleOf(corners);
  const length = Math.max(1e-6, Math.hypot(x - middleX, y - middleY));
  const share = TURN_DISTANCE / scale / length;
  return at({ kind: "turn" }, x + (x - middleX) * share, y + (y - middleY) * share);
}

/**
 * What of an annotation lies under the hand, null where nothing does.
 *
 * @param reach how far beside a handle still counts, in pixels of the image.
 */
export function targetAt(
  { geometry, points = [] }: Pick<Region, "geometry" | "points">,
  point: Point,
  { scale, reach, isCornerwise }: { scale: number; reach: number; isCornerwise: boolean },
): HitTarget | null {
  const shape = shapeOf(geometry);
  if (shape === null) return null;
  // Handles of a small annotation leave its middle free to be moved by.
  const near = Math.min(
    reach,
    Math.max(reach / 3, Math.min(shape.box.width, shape.box.height) / 3),
  );
  const distance = ({ x, y }: Point) => Math.hypot(x - point.x, y - point.y);
  const [keyPoint] = points
    .map((one, index) => ({ index, distance: distance(one) }))
    .filter((one) => one.distance <= reach)
    .sort((one, other) => one.distance - other.distance);
  if (keyPoint !== undefined) return { kind: "point", index: keyPoint.index };
  const [nearest] = handlesOf(geometry, scale, isCornerwise)
    .filter((handle) => distance(handle) <= (handle.target.kind === "turn" ? reach : near))
    .sort((one, other) => distance(one) - distance(other));
  if (nearest !== undefined) return nearest.target;
  const isMovable = geometry.kind !== "mask";
  return isMovable && covers(shape, point, reach) ? { kind: "body" } : null;
}

/** An annotation after the hand has moved what it holds; always within the image. */
export function dragged(
  region: Region,
  target: HitTarget,
  from: Point,
  to: Point,
  size: Size,
): Region {
  const { geometry } = region;
  if (target.kind === "point") {
    const place = { x: tenths(clamp(to.x, size.width)), y: tenths(clamp(to.y, size.height)) };
    const points = region.points?.map((one, index) =>
      index === target.index ? { ...one, ...place } : one,
    );
    return { ...region, ...(points && { points }) };
  }
  if (target.kind === "body") return movedBy(region, to.x - from.x, to.y - from.y, size);
  if (geometry.kind === "polygon") {
    if (target.kind !== "corner" && target.kind !== "edge") return region;
    const ring = geometry.rings[target.ring] ?? [];
    const corner = [tenths(clamp(to.x, size.width)), tenths(clamp(to.y, size.height))];
    const next =
      target.kind === "corner"
        ? ring.with(target.index, corner)
        : ring.toSpliced(target.index + 1, 0, corner);
    return {
      ...region,
      geometry: { ...geometry, rings: geometry.rings.with(target.ring, next) },
    };
  }
  if (geometry.kind !== "box" && geometry.kind !== "quad") return region;
  const corners = cornersOf(geometry);
  return { ...region, geometry: geometryOf(pulled(corners, target, from, to, size)) };
}

function pulled(corners: Corners, target: HitTarget, from: Point, to: Point, size: Size): Corners {
  if (target.kind === "corner") {
    const corner: Corner = [clamp(to.x, size.width), clamp(to.y, size.height)];
    return withCorner(corners, target.index, corner);
  }
  if (target.kind === "turn") {
    const [x, y] = middleOf(corners);
    const angle = Math.atan2(to.y - y, to.x - x) - Math.atan2(from.y - y, from.x - x);
    return turnedWithin(corners, nearestWay(angle), size);
  }
  const rectangle = rectangleOfCorners(corners);
  if (target.kind !== "side" || rectangle === null) return corners;
  const isUpright = Math.abs(Math.sin(2 * rectangle.angle)) < 1e-3;
  const aim = isUpright ? { x: clamp(to.x, size.width), y: clamp(to.y, size.height) } : to;
  const way = (share: number) =>
    cornersOfRectangle(
      resized(
        rectangle,
        [target.u, target.v],
        { x: from.x + (aim.x - from.x) * share, y: from.y + (aim.y - from.y) * share },
        LEAST_PIXELS,
      ),
    );
  return furthest(way, size, corners);
}

/** Move an annotation, but not out of the image. Masks stay where they were painted. */
export function movedBy(region: Region, x: number, y: number, size: Size): Region {
  const shape = shapeOf(region.geometry);
  const { geometry } = region;
  if (shape === null || geometry.kind === "mask") return region;
  const { left, top, width, height } = shape.box;
  const right = clamp(left + x, Math.max(0, size.width - width)) - left;
  const down = clamp(top + y, Math.max(0, size.height - height)) - top;
  const points = region.points && {
    points: region.points.map((point) => ({
      ...point,
      x: tenths(clamp(point.x + right, size.width)),
      y: tenths(clamp(point.y + down, size.height)),
    })),
  };
  switch (geometry.kind) {
    case "polygon": {
      const rings = geometry.rings.map((ring) =>
        ring.map(([cx = 0, cy = 0]) => [tenths(cx + right), tenths(cy + down)]),
      );
      return { ...region, geometry: { ...geometry, rings }, ...points };
    }
    case "box":
    case "quad": {
      const corners = mapped(cornersOf(geometry), ([cx, cy]) => [cx + right, cy + down]);
      return { ...region, geometry: geometryOf(corners), ...points };
    }
    default:
      return region;
  }
}

/** Turn an annotation by an angle in radians; null where its kind has none. */
export function turnedBy(region: Region, angle: number, size: Size): Region | null {
  const { geometry } = region;
  if (geometry.kind !== "box" && geometry.kind !== "quad") return null;
  return { ...region, geometry: geometryOf(turnedWithin(cornersOf(geometry), angle, size)) };
}

/** An outline without one corner; null where three are left. */
export function withoutCorner(region: Region, target: HitTarget): Region | null {
  const { geometry } = region;
  if (geometry.kind !== "polygon" || target.kind !== "corner") return null;
  const ring = geometry.rings[target.ring] ?? [];
  if (ring.length <= 3) return null;
  const rings = geometry.rings.with(target.ring, ring.toSpliced(target.index, 1));
  return { ...region, geometry: { ...geometry, rings } };
}

const at = (target: HitTarget, x: number, y: number): Handle => ({ target, x, y });
const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
const tenths = (value: number) => Math.round(value * 10) / 10;

function nearestWay(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}
