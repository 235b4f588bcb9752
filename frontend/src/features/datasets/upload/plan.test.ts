import { describe, expect, it } from "vitest";

import type { DroppedFile } from "./dropped-files";
import { foldersOfSamples, guessFormat, type DatasetFormat } from "./formats";
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

describe("the guess of the format", () => {
  const CLASSES: DatasetFormat[] = ["image_folder", "csv_labels", "loose_files"];
  const BOXES: DatasetFormat[] = ["voc", "coco", "yolo", "labelme", "loose_files"];
  const guess = (formats: DatasetFormat[], ...paths: string[]) =>
    guessFormat(
      planUpload(
        paths.map((path) => dropped(path)),
        "image",
      ),
      formats,
    );

  it("takes several folders for classes", () => {
    expect(guess(CLASSES, "fruit/apple/1.jpg", "fruit/pear/2.jpg")).toBe("image_folder");
  });

  it("takes a single folder for a place where photographs are kept", () => {
    expect(guess(CLASSES, "holiday/1.jpg", "holiday/2.jpg")).toBe("loose_files");
  });

  it("takes a labels.csv beside the images for the labels", () => {
    expect(guess(CLASSES, "set/labels.csv", "set/images/1.jpg", "set/more/2.jpg")).toBe(
      "csv_labels",
    );
  });

  it("does not guess folders when some images lie outside of any", () => {
    expect(guess(CLASSES, "apple/1.jpg", "pear/2.jpg", "3.jpg")).toBe("loose_files");
  });

  it("knows the files that lie beside pictures with boxes", () => {
    expect(guess(BOXES, "a/1.jpg", "a/1.xml")).toBe("voc");
    expect(guess(BOXES, "train/1.jpg", "annotations/instances_train.json")).toBe("coco");
    expect(guess(BOXES, "images/1.jpg", "labels/1.txt", "data.yaml")).toBe("yolo");
    expect(guess(BOXES, "1.jpg", "1.json")).toBe("labelme");
    expect(guess(BOXES, "1.jpg", "2.jpg")).toBe("loose_files");
  });

  it("looks only for what the task can read, and takes the first format for an archive", () => {
    expect(guess(CLASSES, "1.jpg", "1.xml")).toBe("loose_files");
    expect(guess(BOXES, "set.zip")).toBe("voc");
  });

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
