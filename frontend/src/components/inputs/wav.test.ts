import { expect, it } from "vitest";

import { wavOf } from "./wav";

it("a recording is written as 16-bit WAV of one channel", () => {
  const file = new DataView(wavOf(Float32Array.of(0, 1, -1, 2), 16_000));
  const text = (at: number, length: number) =>
    String.fromCharCode(...new Uint8Array(file.buffer, at, length));
  expect([text(0, 4), text(8, 8), text(36, 4)]).toEqual(["RIFF", "WAVEfmt ", "data"]);
  expect(file.byteLength).toBe(44 + 8);
  expect(file.getUint32(24, true)).toBe(16_000);
  expect([44, 46, 48, 50].map((at) => file.getInt16(at, true))).toEqual([0, 32767, -32767, 32767]);
});
