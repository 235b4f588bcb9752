import { expect, it } from "vitest";

import { maskCounts } from "@/components/predictions/run-lengths";

import { nextUnder, shapeOf, underPoint, type AnnotationShape } from "./annotation-shapes";

function annotation(id: string, geometry: Parameters<typeof shapeOf>[0]) {
  return { id, shape: shapeOf(geometry) as AnnotationShape };
}

const large = annotation("large", { kind: "box", left: 0, top: 0, width: 100, height: 100 });
const small = annotation("small", { kind: "box", left: 40, top: 40, width: 10, height: 10 });

it("what lies within something else is found first, and the other by clicking again", () => {
  const found = underPoint([small, large], { x: 45, y: 45 }, 3);
  expect(found.map(({ id }) => id)).toEqual(["small", "large"]);
  expect(nextUnder(found, null)).toBe("small");
  expect(nextUnder(found, "small")).toBe("large");
  expect(nextUnder(found, "large")).toBe("small");
  expect(nextUnder([], "large")).toBeNull();
});

it("an outline is found inside its lines only, and not in its hole", () => {
  const ring = (from: number, to: number) => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
  ];
  const frame = annotation("frame", { kind: "polygon", rings: [ring(0, 60), ring(20, 40)] });
  expect(underPoint([frame], { x: 10, y: 10 }, 3)).toHaveLength(1);
  expect(underPoint([frame], { x: 30, y: 30 }, 3)).toHaveLength(0);
});

it("a mask is found by its painted pixels", () => {
  const pixels = new Uint8Array(20 * 10);
  pixels.fill(1, 20 * 4 + 2, 20 * 4 + 18);
  pixels.fill(1, 20 * 9 + 2, 20 * 9 + 18);
  const mask = annotation("mask", {
    kind: "mask",
    size: [10, 20],
    counts: maskCounts(pixels, 20, 10),
  });
  expect(mask.shape.box).toMatchObject({ left: 2, top: 4, width: 16, height: 6 });
  expect(underPoint([mask], { x: 5.5, y: 4.5 }, 0.5)).toHaveLength(1);
  expect(underPoint([mask], { x: 5.5, y: 6.5 }, 0.5)).toHaveLength(0);
});

it("an annotation that is tiny on the screen is found near it", () => {
  const dot = annotation("dot", { kind: "box", left: 50, top: 50, width: 1, height: 1 });
  expect(underPoint([dot], { x: 53, y: 50 }, 6)).toHaveLength(1);
  expect(underPoint([dot], { x: 60, y: 50 }, 6)).toHaveLength(0);
});
