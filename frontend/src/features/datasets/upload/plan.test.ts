import { describe, expect, it } from "vitest";

import type { DroppedFile } from "./dropped-files";
import { foldersOfImages, guessLabelSource } from "./label-source";
import { cutBatches, planUpload } from "./plan";

function dropped(path: string, size = 1): DroppedFile {
  return { path, file: new File([new Uint8Array(size)], path.split("/").at(-1) ?? path) };
}

describe("an upload plan", () => {
  it("sorts images, archives and the rest, and does not list what systems leave behind", () => {
    const plan = planUpload(
      ["a.JPG", "b/c.png", "d.zip", "e.pdf", ".DS_Store", "__MACOSX/._a.jpg", "labels.csv"].map(
        (path) => dropped(path),
      ),
    );
    expect(plan.images.map((file) => file.path)).toEqual(["a.JPG", "b/c.png"]);
    expect(plan.archives.map((file) => file.path)).toEqual(["d.zip"]);
    expect(plan.tables.map((file) => file.path)).toEqual(["labels.csv"]);
    expect(plan.ignored.map((file) => file.path)).toEqual(["e.pdf"]);
    expect(plan.numClutter).toBe(2);
  });

  it("cuts batches by number and by size, and lets one big file travel alone", () => {
    const files = [3, 3, 3, 20, 1].map((size, index) => dropped(`${index}.png`, size));
    const sizes = cutBatches(files, 2, 10).map((batch) => batch.map(({ file }) => file.size));
    expect(sizes).toEqual([[3, 3], [3], [20], [1]]);
  });

  it("loses no file and keeps the order", () => {
    const files = Array.from({ length: 200 }, (_, index) => dropped(`${index}.png`));
    const batches = cutBatches(files);
    expect(batches.every((batch) => batch.length <= 64)).toBe(true);
    expect(batches.flat()).toEqual(files);
  });
});

describe("the guess where the labels are", () => {
  const guess = (...paths: string[]) => guessLabelSource(planUpload(paths.map((p) => dropped(p))));

  it("takes several folders for classes", () => {
    expect(guess("fruit/apple/1.jpg", "fruit/pear/2.jpg")).toBe("folder");
  });

  it("takes a single folder for a place where photographs are kept", () => {
    expect(guess("holiday/1.jpg", "holiday/2.jpg")).toBe("none");
  });

  it("takes a labels.csv beside the images for the labels", () => {
    expect(guess("set/labels.csv", "set/images/1.jpg", "set/more/2.jpg")).toBe("csv");
  });

  it("does not guess folders when some images lie outside of any", () => {
    expect(guess("apple/1.jpg", "pear/2.jpg", "3.jpg")).toBe("none");
  });

  it("counts the images of each folder", () => {
    const plan = planUpload(["a/1.jpg", "a/2.jpg", "b/3.jpg"].map((path) => dropped(path)));
    expect([...foldersOfImages(plan)]).toEqual([
      ["a", 2],
      ["b", 1],
    ]);
  });
});
