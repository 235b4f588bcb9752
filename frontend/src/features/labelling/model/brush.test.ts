import { expect, it } from "vitest";

import { paintLine, paintSpot } from "./brush";

const SIZE = { width: 8, height: 5 };
const rows = (pixels: Uint8Array) =>
  Array.from({ length: SIZE.height }, (_, y) =>
    pixels.subarray(y * SIZE.width, (y + 1) * SIZE.width).join(""),
  );

it("a spot is round and stays in the image", () => {
  const pixels = new Uint8Array(40);
  paintSpot(pixels, SIZE, { x: 2, y: 2 }, 2, 1);
  expect(rows(pixels)).toEqual(["01100000", "11110000", "11110000", "01100000", "00000000"]);
  paintSpot(pixels, SIZE, { x: 8, y: 5 }, 1, 1);
  expect(rows(pixels)[4]).toBe("00000001");
});

it("a fast stroke leaves no gap, and the eraser takes it back", () => {
  const pixels = new Uint8Array(40);
  paintLine(pixels, SIZE, { x: 0.5, y: 2.5 }, { x: 7.5, y: 2.5 }, 0.6, 1);
  expect(rows(pixels)[2]).toBe("11111111");
  paintLine(pixels, SIZE, { x: 0.5, y: 2.5 }, { x: 7.5, y: 2.5 }, 0.6, 0);
  expect(pixels.every((pixel) => pixel === 0)).toBe(true);
});
