import { Blob, File } from "node:buffer";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { DroppedFile } from "./dropped-files";
import { packForCsv } from "./pack";
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

describe("images beside a labels.csv", () => {
  it("travel with it as one archive, and images elsewhere on their own", async () => {
    const plan = planUpload([
      dropped("set/labels.csv", "file,label"),
      dropped("set/1.jpg", "a"),
      dropped("other/2.jpg", "b"),
    ]);
    const packed = await packForCsv(plan);
    expect(packed.archives.map((file) => file.path)).toEqual(["set.zip"]);
    expect(packed.images.map((file) => file.path)).toEqual(["other/2.jpg"]);
  });
});
