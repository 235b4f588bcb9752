import { File as ReadableFile } from "node:buffer";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { offline, Problem } from "@/api/problem";

import { CHUNK_BYTES, OffsetMismatch } from "./archive-upload";
import type { DroppedFile } from "./dropped-files";
import { planUpload } from "./plan";
import {
  Uploader,
  type FileOutcome,
  type ReferenceOutcome,
  type UploadTransport,
} from "./uploader";

function image(name: string): DroppedFile {
  return { path: name, file: new File([name], name) };
}

function added(files: readonly DroppedFile[]): FileOutcome[] {
  return files.map(({ path }) => ({
    name: path,
    outcome: "added",
    code: null,
    params: {},
    message: null,
  }));
}

function reference(name: string, outcome: ReferenceOutcome["outcome"]): ReferenceOutcome {
  return { name, outcome, code: null, params: {}, message: null };
}

/** A server that takes everything; tests replace the parts that misbehave. */
function server(parts: Partial<UploadTransport> = {}): UploadTransport {
  return {
    refer: async (files) => files.map(({ path }) => reference(path, "unknown")),
    sendFiles: async (files) => added(files),
    openArchive: async () => ({ id: "a1", numReceived: 0 }),
    sendChunk: async (id, offset, chunk) => ({ id, numReceived: offset + chunk.size }),
    completeArchive: async () => "job-1",
    ...parts,
  };
}

async function finish(uploader: Uploader, milliseconds = 200_000): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  expect(uploader.getSnapshot().state).toBe("done");
}

describe("an upload", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    // Real digests resolve outside the fake clock, so these uploads do without.
    vi.stubGlobal("crypto", {});
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("sends every file once and counts the outcomes", async () => {
    const sent: string[] = [];
    const uploader = new Uploader(
      planUpload(
        Array.from({ length: 150 }, (_, index) => image(`${index}.png`)),
        "image",
      ),
      server({
        sendFiles: async (files) => {
          sent.push(...files.map((file) => file.path));
          return added(files);
        },
      }),
    );
    void uploader.start();
    await finish(uploader);
    expect(new Set(sent).size).toBe(150);
    expect(sent).toHaveLength(150);
    expect(uploader.getSnapshot().counts.added).toBe(150);
  });

  it("waits out a broken connection and then goes on", async () => {
    let numBroken = 0;
    const uploader = new Uploader(
      planUpload([image("a.png")], "image"),
      server({
        sendFiles: async (files) => {
          numBroken += 1;
          if (numBroken <= 4) throw offline(null);
          return added(files);
        },
      }),
    );
    void uploader.start();
    await vi.advanceTimersByTimeAsync(500);
    expect(uploader.getSnapshot().retryInSeconds).toBe(1);
    await finish(uploader);
    expect(uploader.getSnapshot().retryInSeconds).toBeNull();
    expect(uploader.getSnapshot().counts.added).toBe(1);
  });

  it("marks refused files as failed and sends them again on request", async () => {
    let full = true;
    const uploader = new Uploader(
      planUpload([image("a.png")], "image"),
      server({
        sendFiles: async (files) => {
          if (full) throw new Problem(507, "disk_full", "The disk is full.");
          return added(files);
        },
      }),
    );
    void uploader.start();
    await finish(uploader);
    expect(uploader.getSnapshot().items[0]).toMatchObject({ state: "failed", code: "disk_full" });
    full = false;
    void uploader.retryFailed();
    await finish(uploader);
    expect(uploader.getSnapshot().counts).toMatchObject({ added: 1, failed: 0 });
  });

  it("pauses without losing files and resumes with what is left", async () => {
    const sent: number[] = [];
    const uploader = new Uploader(
      planUpload(
        Array.from({ length: 640 }, (_, index) => image(`${index}.png`)),
        "image",
      ),
      server({
        sendFiles: async (files, signal) => {
          await new Promise((resolve) => setTimeout(resolve, 1_000));
          signal.throwIfAborted();
          sent.push(files.length);
          return added(files);
        },
      }),
    );
    void uploader.start();
    await vi.advanceTimersByTimeAsync(1_500);
    uploader.pause();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(uploader.getSnapshot().counts).toMatchObject({ added: 192, sending: 0, waiting: 448 });
    void uploader.start();
    await finish(uploader);
    expect(sent.reduce((sum, num) => sum + num, 0)).toBe(640);
  });

  it("continues an archive where the server stopped", async () => {
    const file = new File([new Uint8Array(CHUNK_BYTES * 2 + 5)], "many.zip");
    const offsets: number[] = [];
    const uploader = new Uploader(
      planUpload([{ path: "many.zip", file }], "image"),
      server({
        sendChunk: async (id, offset, chunk) => {
          offsets.push(offset);
          if (offsets.length === 1) throw offline(null);
          if (offsets.length === 2) throw new OffsetMismatch(CHUNK_BYTES);
          return { id, numReceived: offset + chunk.size };
        },
      }),
    );
    void uploader.start();
    await finish(uploader);
    expect(offsets).toEqual([0, 0, CHUNK_BYTES, CHUNK_BYTES * 2]);
    expect(uploader.getSnapshot().items[0]).toMatchObject({ state: "processing", jobId: "job-1" });
  });
});

/** A file whose bytes can be hashed: jsdom's cannot be read into an array buffer. */
function readable(name: string): DroppedFile {
  return { path: name, file: new ReadableFile([name], name) as unknown as File };
}

describe("contents that the dataset has already", () => {
  it("are named with their paths, so that their labels are compared, and only others travel", async () => {
    const referred: string[] = [];
    const sent: string[] = [];
    const uploader = new Uploader(
      planUpload(["dog/known.png", "cat/new.png", "cat/long.png"].map(readable), "image"),
      server({
        refer: async (files) => {
          referred.push(...files.map(({ path, sha256 }) => `${path} ${sha256.length}`));
          return files.map(({ path }) => {
            if (path === "cat/long.png") {
              return { ...reference(path, "rejected"), code: "label_too_long" };
            }
            return reference(path, path === "dog/known.png" ? "duplicate" : "unknown");
          });
        },
        sendFiles: async (files) => {
          sent.push(...files.map(({ path }) => path));
          return added(files);
        },
      }),
    );
    await uploader.start();
    await vi.waitFor(() => expect(uploader.getSnapshot().state).toBe("done"));
    expect(referred.sort()).toEqual(["cat/long.png 64", "cat/new.png 64", "dog/known.png 64"]);
    expect(sent).toEqual(["cat/new.png"]);
    const ends = uploader.getSnapshot().items.map(({ path, state, code }) => [path, state, code]);
    expect(ends.sort()).toEqual([
      ["cat/long.png", "rejected", "label_too_long"],
      ["cat/new.png", "added", null],
      ["dog/known.png", "duplicate", null],
    ]);
  });
});
