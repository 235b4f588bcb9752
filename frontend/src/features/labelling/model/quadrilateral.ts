import type { GeometryOf } from "./annotations";

export type Corner = readonly [number, number];

/** Upper left, upper right, lower right and lower left of an upright box; turned ones follow. */
export type Corners = readonly [Corner, Corner, Corner, Corner];

/** A rectangle about its middle; `angle` in radians, clockwise in the image. */
export interface TurnedRectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly angle: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Edges that lean by less than this, in pixels, are upright; files keep tenths. */
const UPRIGHT = 0.06;

/** Four corners that miss a rectangle by no more than this, in pixels, are one. */
const SQUARE = 0.15;

const HALVINGS = 14;

export function cornersOf(geometry: GeometryOf<"box"> | GeometryOf<"quad">): Corners {
  if (geometry.kind === "quad") return asCorners(geometry.points);
  const { left, top, width, height } = geometry;
  const [right, bottom] = [left + width, top + height];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/** Four corners as a region keeps them: a box while they stand upright, else a quad, clockwise. */
export function geometryOf(corners: Corners): GeometryOf<"box"> | GeometryOf<"quad"> {
  const ordered = clockwise(corners);
  if (ordered.every((corner, index) => isUprightEdge(corner, at(ordered, index + 1)))) {
    const [left, right] = [Math.min(...xs(ordered)), Math.max(...xs(ordered))];
    const [top, bottom] = [Math.min(...ys(ordered)), Math.max(...ys(ordered))];
    const box = { left, top, width: right - left, height: bottom - top };
    return {
      kind: "box",
      left: round(box.left, 10),
      top: round(box.top, 10),
      width: Math.max(0.1, round(box.width, 10)),
      height: Math.max(0.1, round(box.height, 10)),
    };
  }
  return { kind: "quad", points: ordered.map(([x, y]) => [round(x, 100), round(y, 100)]) };
}

/** The rectangle that four corners are, or null where they are none. */
export function rectangleOfCorners(corners: Corners): TurnedRectangle | null {
  const [first, second, third, last] = corners;
  const along = [second[0] - first[0], second[1] - first[1]] as const;
  const across = [last[0] - first[0], last[1] - first[1]] as const;
  const width = Math.hypot(...along);
  const height = Math.hypot(...across);
  if (width < SQUARE || height < SQUARE) return null;
  const miss = Math.hypot(
    first[0] + along[0] + across[0] - third[0],
    first[1] + along[1] + across[1] - third[1],
  );
  // How far the fourth side would lie off when the two that meet were at a right angle.
  const lean = Math.abs(along[0] * across[0] + along[1] * across[1]) / Math.max(width, height);
  if (miss > 2 * SQUARE || lean > 2 * SQUARE) return null;
  const [x, y] = [(first[0] + third[0]) / 2, (first[1] + third[1]) / 2];
  return { x, y, width, height, angle: Math.atan2(along[1], along[0]) };
}

export function cornersOfRectangle({ x, y, width, height, angle }: TurnedRectangle): Corners {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corner = (u: number, v: number): Corner => [
    x + (u * width * cos - v * height * sin) / 2,
    y + (u * width * sin + v * height * cos) / 2,
  ];
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** Turn corners about their middle, clockwise in the image for a positive angle. */
export function turned(corners: Corners, angle: number): Corners {
  const [x, y] = middleOf(corners);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return mapped(corners, ([cx, cy]) => [
    x + (cx - x) * cos - (cy - y) * sin,
    y + (cx - x) * sin + (cy - y) * cos,
  ]);
}

/** Turn corners without leaving the image: they give way, or turn less far. */
export function turnedWithin(corners: Corners, angle: number, size: Size): Corners {
  return furthest((share) => shiftedInside(turned(corners, angle * share), size), size, corners);
}

/**
 * Move one side or corner of a rectangle to a point; what lies opposite stays where it is.
 *
 * @param u -1 for the left side, 1 for the right, 0 for neither; `v` likewise for top and bottom.
 */
export function resized(
  rectangle: TurnedRectangle,
  [u, v]: readonly [number, number],
  to: { readonly x: number; readonly y: number },
  least: number,
): TurnedRectangle {
  const { x, y, width, height, angle } = rectangle;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const local = [
    (to.x - x) * cos + (to.y - y) * sin,
    -(to.x - x) * sin + (to.y - y) * cos,
  ] as const;
  const across = u === 0 ? width : Math.max(least, u * local[0] + width / 2);
  const down = v === 0 ? height : Math.max(least, v * local[1] + height / 2);
  const shift = [(u * (across - width)) / 2, (v * (down - height)) / 2] as const;
  return {
    x: x + shift[0] * cos - shift[1] * sin,
    y: y + shift[0] * sin + shift[1] * cos,
    width: across,
    height: down,
    angle,
  };
}

/**
 * The last of a way of shapes, from share 0 to 1, that lies within the image.
 *
 * @param start what to keep where none of them does.
 */
export function furthest(
  way: (share: number) => Corners,
  size: Size,
  start: Corners = way(0),
): Corners {
  const whole = way(1);
  if (isInside(whole, size)) return whole;
  let [good, bad] = [0, 1];
  let best = start;
  for (let step = 0; step < HALVINGS; step += 1) {
    const share = (good + bad) / 2;
    const corners = way(share);
    if (isInside(corners, size)) [good, best] = [share, corners];
    else bad = share;
  }
  return best;
}

/** Move corners by as little as brings them into the image, if they fit. */
export function shiftedInside(corners: Corners, size: Size): Corners {
  const x = shiftOf(xs(corners), size.width);
  const y = shiftOf(ys(corners), size.height);
  return x === 0 && y === 0 ? corners : mapped(corners, ([cx, cy]) => [cx + x, cy + y]);
}

export function isInside(corners: Corners, { width, height }: Size): boolean {
  const slack = 1e-6;
  return corners.every(
    ([x, y]) => x >= -slack && y >= -slack && x <= width + slack && y <= height + slack,
  );
}

/** The corners in clockwise order, the first one first; sides that cross are uncrossed. */
export function clockwise(corners: Corners): Corners {
  const [first, second, third, last] = corners;
  const doesCross = crosses(first, second, third, last) || crosses(second, third, last, first);
  if (!doesCross) return signedArea(corners) >= 0 ? corners : [first, last, third, second];
  const [x, y] = middleOf(corners);
  const angle = (corner: Corner) => Math.atan2(corner[1] - y, corner[0] - x);
  const round = corners.toSorted((one, other) => angle(one) - angle(other));
  const start = round.indexOf(first);
  return asCorners([...round.slice(start), ...round.slice(0, start)]);
}

export function middleOf(corners: Corners): Corner {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return [sum(xs(corners)) / 4, sum(ys(corners)) / 4];
}

export function withCorner(corners: Corners, index: number, corner: Corner): Corners {
  return asCorners(corners.map((old, place) => (place === index ? corner : old)));
}

export function mapped(corners: Corners, change: (corner: Corner) => Corner): Corners {
  return asCorners(corners.map(change));
}

/** Twice the area: positive where the corners go clockwise in the image. */
function signedArea(corners: Corners): number {
  return corners.reduce((total, [x, y], index) => {
    const [nextX, nextY] = at(corners, index + 1);
    return total + x * nextY - nextX * y;
  }, 0);
}

function crosses(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const side = (p: Corner, q: Corner, r: Corner) =>
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function isUprightEdge(one: Corner, other: Corner): boolean {
  return Math.abs(one[0] - other[0]) < UPRIGHT || Math.abs(one[1] - other[1]) < UPRIGHT;
}

function shiftOf(values: readonly number[], length: number): number {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (high - low > length) return 0;
  return low < 0 ? -low : high > length ? length - high : 0;
}

function at(corners: Corners, index: number): Corner {
  return corners[index % 4] as Corner;
}

function asCorners(points: readonly (readonly number[])[]): Corners {
  const [first, second, third, last] = points.map(([x = 0, y = 0]): Corner => [x, y]);
  if (!first || !second || !third || !last) {
    throw new RangeError(`A quadrilateral has four corners, not ${points.length}.`);
  }
  return [first, second, third, last];
}

const xs = (corners: readonly Corner[]) => corners.map(([x]) => x);
const ys = (corners: readonly Corner[]) => corners.map(([, y]) => y);
const round = (value: number, parts: number) => Math.round(value * parts) / parts;
