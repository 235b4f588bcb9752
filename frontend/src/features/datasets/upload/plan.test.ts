import { describe, expect, it } from "vitest";

import type { DroppedFile } from "./dropped-files";
import { foldersOfSamples } from "./formats";
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
      "image",
    );
    expect(plan.samples.map((file) => file.path)).toEqual(["a.JPG", "b/c.png"]);
    expect(plan.archives.map((file) => file.path)).toEqual(["d.zip"]);
    expect(plan.others.map((file) => file.path)).toEqual(["e.pdf", "labels.csv"]);
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

describe("folders of samples", () => {
  it("counts the images of each folder", () => {
    const plan = planUpload(
      ["a/1.jpg", "a/2.jpg", "b/3.jpg"].map((path) => dropped(path)),
      "image",
    );
    expect([...foldersOfSamples(plan)]).toEqual([
      ["a", 2],
      ["b", 1],
    ]);
  });
});
