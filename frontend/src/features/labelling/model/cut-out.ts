/**
 * Cut one thing out of an image by its colours and edges: classical, with no trained model.
 *
 * Colours inside the box and around it are counted; each pixel joins the side to which a path leads
 * along which that likelihood changes least. Both steps repeat a few times, as the counts get
 * better with each cut.
 *
 * Sources: Rother et al., GrabCut, SIGGRAPH 2004 (the box, and repeating); Bai & Sapiro, ICCV 2007
 * (geodesic distances over the likelihood, in place of a minimal cut).
 */

import type { Rectangle } from "./rectangle";

export interface Pixels {
  /** RGBA, row by row. */
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

const ROUNDS = 3;
/** Levels of each colour that are told apart. */
const LEVELS = 10;
/** How much of the box, from its middle, is taken to show the thing. */
const CORE = 0.35;
/** A step costs this even where nothing changes, so that far is never as near as close. */
const STEP = 0.02;
const EDGE = 0.6;
const INSIDE = 1;
const OUTSIDE = 2;

/**
 * The pixels of what a box holds: 1 where it is, row by row.
 *
 * @param image a piece of an image with some room around the box.
 * @param box in pixels of the piece; nothing outside of it is taken.
 */
export function cutOut(image: Pixels, box: Rectangle): Uint8Array {
  const { width, height } = image;
  const colours = quantised(image);
  const isInBox = insideOf(box, width, height);
  const core = insideOf(shrunk(box), width, height);
  let found: Uint8Array = core;
  for (let round = 0; round < ROUNDS; round += 1) {
    const likelihood = likelihoodOf(colours, found, isInBox, round === 0);
    const near = distances(image, likelihood, seeds(likelihood, found, isInBox, INSIDE));
    const far = distances(image, likelihood, seeds(likelihood, found, isInBox, OUTSIDE));
    found = isInBox.map((inside, at) => (inside === 1 && (near[at] ?? 0) < (far[at] ?? 0) ? 1 : 0));
  }
  return withoutHoles(largestPart(found, width, height), width, height);
}

/** The number of each pixel's colour among `LEVELS` ** 3. */
function quantised({ data, width, height }: Pixels): Uint16Array {
  const level = (value: number) => Math.min(LEVELS - 1, Math.floor((value * LEVELS) / 256));
  return Uint16Array.from({ length: width * height }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
    return (level(red) * LEVELS + level(green)) * LEVELS + level(blue);
  });
}

function insideOf({ left, top, width: w, height: h }: Rectangle, width: number, height: number) {
  const flags = new Uint8Array(width * height);
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, top + h); y += 1) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, left + w); x += 1) {
      flags[y * width + x] = 1;
    }
  }
  return flags;
}

function shrunk({ left, top, width, height }: Rectangle): Rectangle {
  const [w, h] = [Math.max(1, width * CORE), Math.max(1, height * CORE)];
  return { left: left + (width - w) / 2, top: top + (height - h) / 2, width: w, height: h };
}

/** How likely each pixel's colour belongs to the thing rather than to what is around it, 0 to 1. */
function likelihoodOf(
  colours: Uint16Array,
  found: Uint8Array,
  isInBox: Uint8Array,
  isFirst: boolean,
): Float32Array {
  const counts = [new Float32Array(LEVELS ** 3), new Float32Array(LEVELS ** 3)] as const;
  const totals = [1, 1];
  colours.forEach((colour, at) => {
    // At first what is in the box but not in its middle may be either.
    if (isFirst && found[at] === 0 && isInBox[at] === 1) return;
    const side = found[at] === 1 ? 0 : 1;
    counts[side][colour] = (counts[side][colour] ?? 0) + 1;
    totals[side] = (totals[side] ?? 0) + 1;
  });
  const [inside, outside] = counts.map((count, side) => blurred(count, totals[side] ?? 1));
  return Float32Array.from(colours, (colour) => {
    const [one, other] = [inside?.[colour] ?? 0, outside?.[colour] ?? 0];
    return (one + 1e-5) / (one + other + 2e-5);
  });
}

/** Shares of colours, each with some of its neighbours', since few pixels were counted. */
function blurred(counts: Float32Array, total: number): Float32Array {
  const shares = counts.map((count) => count / total);
  for (const step of [1, LEVELS, LEVELS * LEVELS]) {
    const before = shares.slice();
    for (let at = 0; at < shares.length; at += 1) {
      const place = Math.floor(at / step) % LEVELS;
      const down = place > 0 ? (before[at - step] ?? 0) : 0;
      const up = place < LEVELS - 1 ? (before[at + step] ?? 0) : 0;
      shares[at] = 0.5 * (before[at] ?? 0) + 0.25 * (down + up);
    }
  }
  return shares;
}

/** Where a side surely is: outside the box; inside, the likely pixels of what was found. */
function seeds(
  likelihood: Float32Array,
  found: Uint8Array,
  isInBox: Uint8Array,
  side: typeof INSIDE | typeof OUTSIDE,
): number[] {
  const places: number[] = [];
  isInBox.forEach((inside, at) => {
    const isSeed = side === OUTSIDE ? inside === 0 : found[at] === 1 && (likelihood[at] ?? 0) > 0.6;
    if (isSeed) places.push(at);
  });
  if (side === INSIDE && places.length === 0) {
    found.forEach((is, at) => is === 1 && places.push(at));
  }
  return places;
}

/**
 * The cost of the cheapest path from a seed to each pixel (Dijkstra's algorithm, with buckets of
 * equal cost in place of a heap).
 */
function distances(
  { data, width, height }: Pixels,
  likelihood: Float32Array,
  from: readonly number[],
): Float32Array {
  const cost = new Float32Array(width * height).fill(Infinity);
  const buckets: number[][] = [[...from]];
  for (const at of from) cost[at] = 0;
  const bucketOf = (value: number) => Math.floor(value * 50);
  for (let index = 0; index < buckets.length; index += 1) {
    const bucket = buckets[index] ?? [];
    for (let next = 0; next < bucket.length; next += 1) {
      const at = bucket[next] ?? 0;
      const here = cost[at] ?? 0;
      if (bucketOf(here) !== index) continue;
      for (const other of neighbours(at, width, height)) {
        const change = Math.abs((likelihood[at] ?? 0) - (likelihood[other] ?? 0));
        const value = here + STEP + change + EDGE * contrast(data, at, other);
        if (value >= (cost[other] ?? 0)) continue;
        cost[other] = value;
        (buckets[bucketOf(value)] ??= []).push(other);
      }
    }
  }
  return cost;
}

function contrast(data: Uint8ClampedArray, one: number, other: number): number {
  let sum = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    sum += Math.abs((data[one * 4 + channel] ?? 0) - (data[other * 4 + channel] ?? 0));
  }
  return sum / (3 * 255);
}

function neighbours(at: number, width: number, height: number): number[] {
  const [x, y] = [at % width, Math.floor(at / width)];
  const found: number[] = [];
  if (x > 0) found.push(at - 1);
  if (x < width - 1) found.push(at + 1);
  if (y > 0) found.push(at - width);
  if (y < height - 1) found.push(at + width);
  return found;
}

/** The places that hang together with a place where `flags` has the same value. */
function reached(flags: Uint8Array, start: number, width: number, height: number): number[] {
  const seen = new Set([start]);
  const places = [start];
  for (let next = 0; next < places.length; next += 1) {
    for (const other of neighbours(places[next] ?? 0, width, height)) {
      if (flags[other] === flags[start] && !seen.has(other)) {
        seen.add(other);
        places.push(other);
      }
    }
  }
  return places;
}

function largestPart(flags: Uint8Array, width: number, height: number): Uint8Array {
  const left = flags.slice();
  let largest: number[] = [];
  for (let at = left.indexOf(1); at >= 0; at = left.indexOf(1, at)) {
    const part = reached(left, at, width, height);
    for (const place of part) left[place] = 0;
    if (part.length > largest.length) largest = part;
  }
  const kept = new Uint8Array(flags.length);
  for (const place of largest) kept[place] = 1;
  return kept;
}

/** What lies within the thing belongs to it. */
function withoutHoles(flags: Uint8Array, width: number, height: number): Uint8Array {
  const filled = new Uint8Array(flags.length).fill(1);
  const border = (at: number) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return x === 0 || y === 0 || x === width - 1 || y === height - 1;
  };
  flags.forEach((flag, at) => {
    if (flag === 1 || filled[at] === 0 || !border(at)) return;
    for (const place of reached(flags, at, width, height)) filled[place] = 0;
  });
  return filled;
}
