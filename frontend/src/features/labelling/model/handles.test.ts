import { describe, expect, it } from "vitest";

import type { Region } from "./annotations";
import { dragged, targetAt, handlesOf, movedBy, turnedBy, withoutCorner } from "./handles";

const SIZE = { width: 200, height: 100 };
const VIEW = { scale: 2, reach: 4, isCornerwise: false };

function region(geometry: Region["geometry"]): Region {
  return { id: "a", labelId: null, geometry, text: null };
}

const box = region({ kind: "box", left: 60, top: 30, width: 40, height: 20 });
const triangle = region({
  kind: "polygon",
  rings: [
    [
      [10, 10],
      [60, 10],
      [10, 60],
    ],
  ],
});

describe("what the hand has hold of", () => {
  it("is a corner near it, a side, the handle to turn by, or the box itself", () => {
    expect(targetAt(box, { x: 61, y: 31 }, VIEW)).toEqual({ kind: "side", u: -1, v: -1 });
    expect(targetAt(box, { x: 80, y: 30 }, VIEW)).toEqual({ kind: "side", u: 0, v: -1 });
    expect(targetAt(box, { x: 80, y: 17 }, VIEW)).toEqual({ kind: "turn" });
    expect(targetAt(box, { x: 80, y: 40 }, VIEW)).toEqual({ kind: "body" });
    expect(targetAt(box, { x: 150, y: 40 }, VIEW)).toBeNull();
  });

  it("is one corner alone where corners move one by one", () => {
    const found = targetAt(box, { x: 100, y: 50 }, { ...VIEW, isCornerwise: true });
    expect(found).toEqual({ kind: "corner", ring: 0, index: 2 });
  });

  it("is the whole of a tiny box, whose handles would cover it", () => {
    const tiny = region({ kind: "box", left: 10, top: 10, width: 3, height: 3 });
    expect(targetAt(tiny, { x: 11.5, y: 11.5 }, VIEW)).toEqual({ kind: "body" });
  });
});

describe("dragging", () => {
  it("resizes a box from its side and keeps it upright", () => {
    const found = dragged(
      box,
      { kind: "side", u: 1, v: 0 },
      { x: 100, y: 40 },
      { x: 120, y: 90 },
      SIZE,
    );
    expect(found.geometry).toEqual({ kind: "box", left: 60, top: 30, width: 60, height: 20 });
  });

  it("turns a box into a quad", () => {
    const found = dragged(box, { kind: "turn" }, { x: 80, y: 20 }, { x: 100, y: 40 }, SIZE);
    expect(found.geometry.kind).toBe("box");
    const lean = dragged(box, { kind: "turn" }, { x: 80, y: 20 }, { x: 94, y: 26 }, SIZE);
    expect(lean.geometry.kind).toBe("quad");
  });

  it("moves one corner of a quad and leaves the three others", () => {
    const target = { kind: "corner", ring: 0, index: 1 } as const;
    const found = dragged(box, target, { x: 100, y: 30 }, { x: 120, y: 20 }, SIZE);
    expect(found.geometry).toEqual({
      kind: "quad",
      points: [
        [60, 30],
        [120, 20],
        [100, 50],
        [60, 50],
      ],
    });
  });

  it("makes a corner of the middle of an edge", () => {
    const found = dragged(
      triangle,
      { kind: "edge", ring: 0, index: 0 },
      { x: 35, y: 10 },
      { x: 35, y: 2 },
      SIZE,
    );
    expect(found.geometry.kind === "polygon" && found.geometry.rings[0]).toEqual([
      [10, 10],
      [35, 2],
      [60, 10],
      [10, 60],
    ]);
  });

  it("stops at the border, whatever is dragged", () => {
    const moved = movedBy(box, 900, -900, SIZE).geometry;
    expect(moved).toEqual({ kind: "box", left: 160, top: 0, width: 40, height: 20 });
    const outline = movedBy(triangle, -50, 0, SIZE).geometry;
    expect(outline.kind === "polygon" && outline.rings[0]?.[0]).toEqual([0, 10]);
  });
});

it("keys turn a box to and fro", () => {
  const there = turnedBy(box, 0.2, SIZE);
  expect(there?.geometry.kind).toBe("quad");
  expect(there && turnedBy(there, -0.2, SIZE)?.geometry).toEqual(box.geometry);
});

it("an outline keeps three corners at least", () => {
  expect(withoutCorner(triangle, { kind: "corner", ring: 0, index: 0 })).toBeNull();
});

it("a box has fewer handles where there is no room for them", () => {
  expect(handlesOf(box.geometry, 4, false)).toHaveLength(9);
  expect(handlesOf(box.geometry, 0.5, false)).toHaveLength(5);
});

it("key points are held before anything else, and go along with their box", () => {
  const eye = { name: "eye", x: 80, y: 40, isVisible: true };
  const face = { ...box, points: [eye] };
  const target = targetAt(face, { x: 81, y: 41 }, VIEW);
  expect(target).toEqual({ kind: "point", index: 0 });
  const pulled = target && dragged(face, target, { x: 81, y: 41 }, { x: 500, y: 44 }, SIZE);
  expect(pulled?.points).toEqual([{ ...eye, x: 200, y: 44 }]);
  expect(pulled?.geometry).toEqual(box.geometry);
  expect(movedBy(face, 5, -3, SIZE).points).toEqual([{ ...eye, x: 85, y: 37 }]);
});
