import { describe, expect, it } from "vitest";

import { decodeRuns, encodeRuns, maskCounts, maskPixels } from "./run-lengths";

/** Written by pycocotools 2.0 for the masks drawn here, row by row. */
const RECORDED = [
  { rows: ["0110", "0110", "0000"], counts: "32103" },
  { rows: ["1000", "0000", "0001"], counts: "01:0" },
];

/** An ellipse of 3749 pixels in an image of 120 × 90, written by pycocotools as well. */
const ELLIPSE =
  "Yl1=Z26K4L4M2N2N2N2N2N2N2N2N2O0O2O0O2N2O000O2O0O2O000O2O00000O2O000000000000000000000000000000" +
  "0000000001N1000001N10001N101N10001N2N101N101N2N2N2N2N2N2N2N2N3L4L5JTg1";

const pixelsOf = (rows: string[]) => Uint8Array.from(rows.join(""), Number);

describe("run lengths", () => {
  it.each(RECORDED)("read and write what COCO's own tools write: $counts", ({ rows, counts }) => {
    const width = rows[0]?.length ?? 0;
    expect([...maskPixels(counts, width, rows.length)]).toEqual([...pixelsOf(rows)]);
    expect(maskCounts(pixelsOf(rows), width, rows.length)).toBe(counts);
  });

  it("read and write an ellipse pixel by pixel", () => {
    const pixels = Uint8Array.from({ length: 120 * 90 }, (_, index) => {
      const [x, y] = [(index % 120) - 60, Math.floor(index / 120) - 45];
      return x ** 2 / 1600 + y ** 2 / 900 < 1 ? 1 : 0;
    });
    expect([...maskPixels(ELLIPSE, 120, 90)]).toEqual([...pixels]);
    expect(maskCounts(pixels, 120, 90)).toBe(ELLIPSE);
  });

  it("come back as they were for runs of any length", () => {
    const runs = [0, 1, 15, 16, 31, 32, 33, 1000, 1, 123_456_789, 7, 2];
    expect(decodeRuns(encodeRuns(runs))).toEqual(runs);
  });

  it("come back as they were for a speckled mask", () => {
    const pixels = Uint8Array.from({ length: 61 * 47 }, (_, index) =>
      (index * 2_654_435_761) % 7 < 3 ? 1 : 0,
    );
    expect([...maskPixels(maskCounts(pixels, 61, 47), 61, 47)]).toEqual([...pixels]);
  });

  it("refuse a mask of another image", () => {
    expect(() => maskPixels("32103", 5, 3)).toThrow("12 pixels");
  });

  it("refuse text that is no run lengths", () => {
    expect(() => decodeRuns("3 1")).toThrow("foreign character");
    expect(() => decodeRuns("3P")).toThrow("end inside a number");
  });
});
