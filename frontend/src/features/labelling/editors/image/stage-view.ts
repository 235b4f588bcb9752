import type { View } from "./paint-annotations";

/** How far somebody zoomed into an image that fits its window at 1, and moved it. */
export interface Place {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export const FITTED: Place = { zoom: 1, x: 0, y: 0 };
const PADDING = 24;
const MAX_SCALE = 40;

export function viewOf(place: Place, frame: Size, image: Size): View {
  const scale = fitOf(frame, image) * place.zoom;
  return {
    scale,
    x: place.x + (frame.width - image.width * scale) / 2,
    y: place.y + (frame.height - image.height * scale) / 2,
    width: frame.width,
    height: frame.height,
  };
}

/** Zoom by a factor; what lies under `at`, a point of the window, stays there. */
export function zoomed(place: Place, by: number, at: Point, frame: Size, image: Size): Place {
  const most = Math.max(1, MAX_SCALE / fitOf(frame, image));
  const zoom = Math.min(most, Math.max(1, place.zoom * by));
  if (zoom === 1) return FITTED;
  const ratio = zoom / place.zoom;
  const centre = { x: at.x - frame.width / 2, y: at.y - frame.height / 2 };
  return {
    zoom,
    x: centre.x - (centre.x - place.x) * ratio,
    y: centre.y - (centre.y - place.y) * ratio,
  };
}

/** Move the image, but keep a part of it in the window. */
export function panned(place: Place, x: number, y: number, frame: Size, image: Size): Place {
  const scale = fitOf(frame, image) * place.zoom;
  const most = (length: number, room: number) => Math.max(0, (length * scale + room) / 2 - 40);
  const limited = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));
  return {
    ...place,
    x: limited(place.x + x, most(image.width, frame.width)),
    y: limited(place.y + y, most(image.height, frame.height)),
  };
}

/** Two fingers that moved: what was between them stays between them. */
export function pinched(
  place: Place,
  before: readonly [Point, Point],
  after: readonly [Point, Point],
  frame: Size,
  image: Size,
): Place {
  const apart = ([one, other]: readonly [Point, Point]) =>
    Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
  const [from, to] = [between(before), between(after)];
  const moved = panned(place, to.x - from.x, to.y - from.y, frame, image);
  return zoomed(moved, apart(after) / apart(before), to, frame, image);
}

function between([one, other]: readonly [Point, Point]): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function fitOf(frame: Size, image: Size): number {
  const fit = Math.min(
    (frame.width - PADDING) / Math.max(1, image.width),
    (frame.height - PADDING) / Math.max(1, image.height),
    MAX_SCALE,
  );
  return Math.max(0.01, fit);
}
