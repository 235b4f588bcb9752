import { deflateRawSync } from "node:zlib";

import { Blob, File } from "node:buffer";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { beginningsOf } from "./beginnings";
import type { DroppedFile } from "./dropped-files";
import { planUpload } from "./plan";
import { zipWithoutCompression } from "./zip";
import { zipEntries, zipHead } from "./zip-index";

// jsdom's blobs cannot be read into array buffers; Node's are the real thing.
beforeEach(() => {
  vi.stubGlobal("Blob", Blob);
});

function dropped(path: string, content: string | Blob = "x"): DroppedFile {
  return { path, file: new File([content], path) as unknown as globalThis.File };
}

const textOf = (blob: globalThis.Blob) => blob.text();

describe("what a server needs to tell a format", () => {
  it("is every name, and the beginnings of a few files of each kind", async () => {
    const images = Array.from({ length: 10_000 }, (_, index) => dropped(`images/${index}.jpg`));
    const texts = Array.from({ length: 10_000 }, (_, index) => dropped(`labels/${index}.txt`));
    const found = await beginningsOf(
      planUpload([...images, ...texts, dropped("data.yaml")], "image"),
    );
    expect(found.names).toHaveLength(20_000);
    expect(found.names).toContain("images/0.jpg");
    const heads = found.heads.map(({ name }) => name);
    expect(heads).toHaveLength(6);
    expect(heads).toContain("data.yaml");
    expect(heads.some((name) => name.endsWith(".jpg"))).toBe(false);
  });

  it("is looked for inside a zip, too, which is not read whole", async () => {
    const zip = await zipWithoutCompression([
      dropped("set/labels.csv", "file,label\na.png,cat\n"),
      dropped("__MACOSX/set/._a.png"),
      dropped("set/big.png", "y".repeat(1_000_000)),
    ]);
    const found = await beginningsOf(planUpload([dropped("set.zip", zip as Blob)], "image"));
    expect(found.names).toEqual(["set/labels.csv", "set/big.png"]);
    expect(await textOf(found.heads[0]?.head as globalThis.Blob)).toContain("file,label");
    expect(found.heads[1]?.head.size).toBe(2 ** 16);
  });

  it("is nothing of a zip that is none", async () => {
    const found = await beginningsOf(planUpload([dropped("a.zip", "no zip at all")], "image"));
    expect(found).toEqual({ names: [], heads: [] });
  });
});

it("unpacks the beginning of a deflated file", async () => {
  const text = Array.from({ length: 40_000 }, (_, index) => `line ${index}\n`).join("");
  const packed = deflateRawSync(text);
  const head = new Uint8Array(30);
  new DataView(head.buffer).setUint32(0, 0x04034b50, true);
  const zip = new Blob([head, packed]) as unknown as globalThis.Blob;
  const entry = { name: "a.txt", method: 8, numBytes: packed.byteLength, offset: 0 };
  const start = await zipHead(zip, entry, 1000);
  expect(await textOf(start)).toBe(text.slice(0, 1000));
  expect(await zipEntries(zip)).toEqual([]);
});
