import { Blob, File } from "node:buffer";
import { beforeEach, expect, it, vi } from "vitest";

import type { DroppedFile } from "./dropped-files";
import { planUpload } from "./plan";
import { firstTable } from "./tables-in-plan";
import { zipWithoutCompression } from "./zip";

// jsdom's blobs cannot be read into array buffers; Node's are the real thing.
beforeEach(() => {
  vi.stubGlobal("Blob", Blob);
});

function dropped(path: string, content: string | Blob = "a,b\n"): DroppedFile {
  return { path, file: new File([content], path) as unknown as globalThis.File };
}

it("shows the table that a format is known for, loose or in a zip", async () => {
  const files = [dropped("a.csv"), dropped("set/labels.csv", "file,label\n"), dropped("x.png")];
  const loose = await firstTable(planUpload(files, "image"), "csv_labels");
  expect(loose).toMatchObject({ name: "set/labels.csv", isWhole: true, numTables: 2 });
  const zip = (await zipWithoutCompression(files)) as unknown as Blob;
  const packed = await firstTable(planUpload([dropped("set.zip", zip)], "image"), "csv_labels");
  expect(packed).toMatchObject({ name: "set/labels.csv", isWhole: true, numTables: 2 });
  expect(await packed?.head.text()).toBe("file,label\n");
});

it("shows nothing where there is no table, and the beginning of a large one", async () => {
  expect(await firstTable(planUpload([dropped("x.png")], "image"), "csv_labels")).toBeNull();
  const large = dropped("a.jsonl", "x".repeat(2 ** 20 + 5));
  const found = await firstTable(planUpload([large], "text"), "json_lines");
  expect(found).toMatchObject({ isWhole: false, numTables: 1 });
  expect(found?.head.size).toBe(2 ** 20);
});
