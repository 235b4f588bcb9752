import { expect, test } from "vitest";

import { pcmOf } from "./pcm";

test("samples become integers, and what is too loud is clipped", () => {
  expect([...pcmOf(new Float32Array([0, 1, -1, 0.5, 2, -2]))]).toEqual([
    0, 32767, -32767, 16384, 32767, -32767,
  ]);
});
