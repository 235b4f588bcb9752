import { utf16Offsets } from "./code-points";

export interface Marked {
  readonly start: number;
  readonly end: number;
}

/** A stretch of text over which the set of spans does not change. */
export interface Piece {
  readonly text: string;
  /** First code point of the piece. */
  readonly start: number;
  /** Positions, in the list given, of the spans over this piece, the longest first. */
  readonly over: readonly number[];
  /** Those of them that end with it, the shortest first. */
  readonly ending: readonly number[];
}

/**
 * Cut a text where spans begin and end. Spans may nest and overlap; what lies outside the text is
 * left out.
 */
export function piecesOf(text: string, spans: readonly Marked[]): Piece[] {
  const offsets = utf16Offsets(text);
  const last = offsets.length - 1;
  const inside = spans.map(({ start, end }) => ({
    start: Math.max(0, Math.min(last, start)),
    end: Math.max(0, Math.min(last, end)),
  }));
  const cuts = [...new Set([0, last, ...inside.flatMap(({ start, end }) => [start, end])])];
  cuts.sort((one, other) => one - other);
  const length = (index: number) => (inside[index]?.end ?? 0) - (inside[index]?.start ?? 0);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? last;
    const over = inside
      .flatMap((span, position) => (span.start <= start && span.end >= end ? [position] : []))
      .sort((one, other) => length(other) - length(one));
    return {
      text: text.slice(offsets[start], offsets[end]),
      start,
      over,
      ending: over.filter((position) => inside[position]?.end === end).reverse(),
    };
  });
}

/** The line under the text on which each span is drawn, so that no two of them cover each other. */
export function linesOf(spans: readonly Marked[]): number[] {
  const order = spans.map((_, index) => index);
  const at = (index: number) => spans[index] ?? { start: 0, end: 0 };
  order.sort((one, other) => at(one).start - at(other).start || at(other).end - at(one).end);
  const ends: number[] = [];
  const lines = spans.map(() => 0);
  for (const index of order) {
    const { start, end } = at(index);
    const free = ends.findIndex((until) => until <= start);
    const line = free < 0 ? ends.length : free;
    ends[line] = end;
    lines[index] = line;
  }
  return lines;
}
