import { expect, it } from "vitest";

import { portions } from "./portions";

const file = (bytes: number) => ({ size: bytes }) as File;

it("sends at most sixty-four files at once", () => {
  const sizes = portions(Array.from({ length: 130 }, () => file(1))).map((some) => some.length);
  expect(sizes).toEqual([64, 64, 2]);
});

it("sends large files in smaller portions, and one that is larger by itself", () => {
  const large = 40 * 2 ** 20;
  const sizes = portions([file(large), file(large), file(3 * large), file(1)]);
  expect(sizes.map((some) => some.length)).toEqual([1, 1, 1, 1]);
});
