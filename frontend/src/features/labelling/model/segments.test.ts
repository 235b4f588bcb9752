import { describe, expect, it } from "vitest";

import { NOTHING } from "./annotations";
import { between, joinedTexts, moved, neighbour, segmentsOf, type SegmentRegion } from "./segments";

function segment(id: string, start: number, end: number, text: string | null = null) {
  return {
    id,
    labelId: null,
    text,
    geometry: { kind: "segment", start_ms: start, end_ms: end },
  } satisfies SegmentRegion;
}

const ONE = segment("a", 0, 900, " one ");
const OTHER = segment("b", 1000, 2000, "two");
const TWO = [ONE, OTHER];

describe("segments", () => {
  it("come in the order of time, whatever the order they were drawn in", () => {
    const annotations = { ...NOTHING, regions: TWO.toReversed() };
    expect(segmentsOf(annotations).map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("end with the sample, and a click is none", () => {
    expect(between(1500, 900.4, 1200)).toEqual({ kind: "segment", start_ms: 900, end_ms: 1200 });
    expect(between(-50, 300, 1200)).toMatchObject({ start_ms: 0 });
    expect(between(500, 510, 1200)).toBeNull();
  });

  it("keep their length when they are moved against an end", () => {
    expect(moved(OTHER.geometry, 500, 2200)).toMatchObject({ start_ms: 1200, end_ms: 2200 });
    expect(moved(ONE.geometry, -10, 2200)).toMatchObject({ start_ms: 0, end_ms: 900 });
  });

  it("are stepped through from the chosen one, or from the time of the player", () => {
    expect(neighbour(TWO, "a", 1, 0)?.id).toBe("b");
    expect(neighbour(TWO, "b", 1, 0)).toBeUndefined();
    expect(neighbour(TWO, null, 1, 500)?.id).toBe("b");
    expect(neighbour(TWO, null, -1, 950)?.id).toBe("a");
  });

  it("say together what the recording says", () => {
    expect(joinedTexts(TWO)).toBe("one two");
  });
});
