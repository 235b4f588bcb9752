import { Blob, File } from "node:buffer";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { DroppedFile } from "./dropped-files";
import { commonFolder, packFor } from "./pack";
import { planUpload } from "./plan";
import { crc32, zipWithoutCompression } from "./zip";

// jsdom's blobs cannot be read into array buffers; Node's are the real thing.
beforeEach(() => {
  vi.stubGlobal("Blob", Blob);
});

function dropped(path: string, text: string): DroppedFile {
  return { path, file: new File([text], path) as unknown as globalThis.File };
}

describe("a zip made in the browser", () => {
  it("uses the checksum that all archives use", () => {
    expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  });

  it("has a directory that lists every file and lies where its end says", async () => {
    const zip = await zipWithoutCompression([dropped("香蕉/1.jpg", "abc"), dropped("b.jpg", "de")]);
    const bytes = new DataView(await zip.arrayBuffer());
    const end = bytes.byteLength - 22;
    expect(bytes.getUint32(end, true)).toBe(0x06054b50);
    expect(bytes.getUint16(end + 10, true)).toBe(2);
    const [size, offset] = [bytes.getUint32(end + 12, true), bytes.getUint32(end + 16, true)];
    expect(offset + size).toBe(end);
    expect(bytes.getUint32(offset, true)).toBe(0x02014b50);
    expect(bytes.getUint32(offset + 16, true)).toBe(crc32(new TextEncoder().encode("abc")));
  });
});

describe("files that belong together", () => {
  const plan = planUpload(
    [
      dropped("set/labels.csv", "file,label"),
      dropped("set/a/1.jpg", "a"),
      dropped("set/2.jpg", "b"),
    ],
    "image",
  );

  it("travel as one archive named by their folder", async () => {
    const packed = await packFor(plan, "csv_labels");
    expect(packed.archives.map((file) => file.path)).toEqual(["set.zip"]);
    expect(packed.samples).toEqual([]);
    expect(commonFolder(["set/labels.csv", "set/a/1.jpg"])).toBe("set/");
    expect(commonFolder(["set/a/1.jpg", "set/a/2.jpg"])).toBe("set/a/");
    expect(commonFolder(["a/1.jpg", "b/2.jpg"])).toBe("");
  });

  it("stay as they are when one file is all", async () => {
    const one = planUpload([dropped("reviews.csv", "text,label")], "text");
    expect((await packFor(one, "text_table")).archives.map((file) => file.path)).toEqual([
      "reviews.csv",
    ]);
  });

  it("do not go along in a format that reads files one by one", async () => {
    const packed = await packFor(plan, "image_folder");
    expect(packed.samples).toHaveLength(2);
    expect(packed.others).toEqual([]);
  });
});
