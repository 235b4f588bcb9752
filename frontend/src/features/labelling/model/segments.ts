import type { Annotations, GeometryOf, Region } from "./annotations";

export type Segment = GeometryOf<"segment">;

/** A marked stretch of a recording or video. */
export interface SegmentRegion extends Region {
  readonly geometry: Segment;
}

/** Shorter stretches are slips of the hand. */
export const LEAST_MS = 20;

const isSegment = (region: Region): region is SegmentRegion => region.geometry.kind === "segment";

/** The stretches of a sample in the order of time. */
export function segmentsOf(annotations: Annotations): SegmentRegion[] {
  return annotations.regions
    .filter(isSegment)
    .toSorted(
      (one, other) =>
        one.geometry.start_ms - other.geometry.start_ms ||
        one.geometry.end_ms - other.geometry.end_ms,
    );
}

/** A stretch between two times, whichever is first, within the sample; `null` for a slip. */
export function between(one: number, other: number, durationMs: number): Segment | null {
  const start = Math.max(0, Math.round(Math.min(one, other)));
  const end = Math.min(durationMs, Math.round(Math.max(one, other)));
  return end - start < LEAST_MS ? null : { kind: "segment", start_ms: start, end_ms: end };
}

/** A stretch moved as a whole, no further than the ends of the sample. */
export function moved({ start_ms: start, end_ms: end }: Segment, by: number, durationMs: number) {
  const shift = Math.max(-start, Math.min(durationMs - end, by));
  return { kind: "segment", start_ms: start + shift, end_ms: end + shift } satisfies Segment;
}

/** The stretch before or after the chosen one; without one, the first after a time, or before. */
export function neighbour(
  segments: readonly SegmentRegion[],
  chosen: string | null,
  by: 1 | -1,
  atMs: number,
): SegmentRegion | undefined {
  const place = segments.findIndex(({ id }) => id === chosen);
  if (place >= 0) return segments[place + by];
  return by > 0
    ? segments.find(({ geometry }) => geometry.start_ms >= atMs)
    : segments.findLast(({ geometry }) => geometry.end_ms <= atMs);
}

/** What is said in all stretches, one after the other. */
export function joinedTexts(segments: readonly SegmentRegion[]): string {
  return segments
    .map(({ text }) => text?.trim() ?? "")
    .filter((text) => text !== "")
    .join(" ");
}
