/** Where a setting lies on the axis of its parameter, as a share from its low to its high end. */

import type { SearchRange, Setting } from "../types";

/** Return the place of a value on its axis, 0 to 1; `undefined` where it takes no part. */
export function placeOf(range: SearchRange, value: unknown): number | undefined {
  if (range.kind === "choices") {
    const values = range.values ?? [];
    const index = values.indexOf(value);
    if (index < 0) return undefined;
    return values.length === 1 ? 0.5 : index / (values.length - 1);
  }
  if (typeof value !== "number" || range.low === undefined || range.high === undefined) {
    return undefined;
  }
  const scale = range.log === true ? Math.log : (number: number) => number;
  const [low, high] = [scale(range.low), scale(range.high)];
  return Math.min(1, Math.max(0, (scale(value) - low) / (high - low)));
}

/** Return the value at a place of an axis: of choices the nearest. */
export function valueAt(range: SearchRange, place: number): Setting {
  if (range.kind === "choices") {
    const values = (range.values ?? []) as Setting[];
    return values[Math.round(place * (values.length - 1))] ?? "";
  }
  const { low = 0, high = 1, log, kind } = range;
  const value =
    log === true
      ? Math.exp(Math.log(low) + place * Math.log(high / low))
      : low + place * (high - low);
  return kind === "int" ? Math.round(value) : value;
}

/** Return where an axis is marked: every choice, or powers of ten, or round steps. */
export function ticksOf(range: SearchRange): { value: Setting; place: number }[] {
  if (range.kind === "choices") {
    const values = (range.values ?? []) as Setting[];
    return values.map((value) => ({ value, place: placeOf(range, value) ?? 0 }));
  }
  const { low = 0, high = 1, log } = range;
  const inner = log === true ? powersOfTen(low, high) : [];
  const values = inner.length >= 2 ? inner : [low, high];
  const whole = new Set([low, ...values, high]);
  return spread([...whole].map((value) => ({ value, place: placeOf(range, value) ?? 0 })));
}

/** Return the powers of ten in a range, ends included. */
function powersOfTen(low: number, high: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(`1e${first + index}`),
  );
}

const MIN_GAP = 0.08;

/** Leave out marks that would stand on one another; the ends stay. */
function spread<T extends { place: number }>(ticks: T[]): T[] {
  const sorted = [...ticks].sort((one, other) => one.place - other.place);
  const last = sorted.at(-1);
  return sorted.filter((tick, index) => {
    if (index === 0 || tick === last) return true;
    const before = sorted[index - 1];
    return (
      tick.place - (before?.place ?? 0) >= MIN_GAP && (last?.place ?? 1) - tick.place >= MIN_GAP
    );
  });
}

/** A part of an axis that trials must lie in to be shown; shares of its length. */
export interface Interval {
  from: number;
  to: number;
}

/** The parts that are chosen, by parameter; `SCORE` is the last axis. */
export type Brushes = Readonly<Record<string, Interval>>;

export const SCORE = "score";

const SLACK = 1e-9;

/** Tell whether a place lies in an interval; what takes no part lies in none. */
export function isWithin(interval: Interval, place: number | undefined): boolean {
  return place !== undefined && place >= interval.from - SLACK && place <= interval.to + SLACK;
}

/** Write brushes for the address of a page; `undefined` without any. */
export function brushesText(brushes: Brushes): string | undefined {
  const parts = Object.entries(brushes).map(
    ([name, { from, to }]) => `${name}:${from.toFixed(3)}:${to.toFixed(3)}`,
  );
  return parts.length === 0 ? undefined : parts.join(",");
}

/** Read brushes from an address; what cannot be read counts as not said. */
export function brushesOf(text: string | null): Brushes {
  const parts = (text ?? "").split(",").flatMap((part) => {
    const [, name, low, high] = /^(.+):([\d.]+):([\d.]+)$/.exec(part) ?? [];
    const [from, to] = [Number(low), Number(high)];
    if (name === undefined || !(from >= 0 && to <= 1 && from <= to)) return [];
    return [[name, { from, to }] as const];
  });
  return Object.fromEntries(parts);
}
