import { describe, expect, it } from "vitest";

import { cutOut, type Pixels } from "./cut-out";

/** A disc of one colour on a ground of another, both with some noise. */
function disc(size: number, radius: number, noise = 12): Pixels {
  const data = new Uint8ClampedArray(size * size * 4);
  let state = 7;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state / 2 ** 31 - 0.5) * 2 * noise;
  };
  for (let at = 0; at < size * size; at += 1) {
    const colour = isDisc(at, size, radius) ? [170, 60, 90] : [210, 205, 200];
    data.set([...colour.map((value) => value + random()), 255], at * 4);
  }
  return { data, width: size, height: size };
}

function isDisc(at: number, size: number, radius: number): boolean {
  return Math.hypot((at % size) - size / 2, Math.floor(at / size) - size / 2) < radius;
}

function overlap(found: Uint8Array, size: number, radius: number): number {
  let both = 0;
  let either = 0;
  found.forEach((flag, at) => {
    const is = isDisc(at, size, radius);
    both += flag === 1 && is ? 1 : 0;
    either += flag === 1 || is ? 1 : 0;
  });
  return both / either;
}

const BOX = { left: 22, top: 22, width: 36, height: 36 };

describe("cutting out by colours and edges", () => {
  it("finds a thing in a loose box", () => {
    expect(overlap(cutOut(disc(80, 14), BOX), 80, 14)).toBeGreaterThan(0.9);
  });

  it("takes nothing outside of the box", () => {
    const found = cutOut(disc(80, 30), BOX);
    expect(found.some((flag, at) => flag === 1 && (at % 80 < 22 || at % 80 >= 58))).toBe(false);
  });

  it("fills what the thing encloses", () => {
    const image = disc(80, 14);
    image.data.set([210, 205, 200, 255], (40 * 80 + 46) * 4);
    expect(cutOut(image, BOX)[40 * 80 + 46]).toBe(1);
  });
});
