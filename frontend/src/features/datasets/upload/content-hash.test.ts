import { Blob } from "node:buffer";
import { expect, it } from "vitest";

import { sha256 } from "./content-hash";

it("hashes as every other tool does", async () => {
  // jsdom's Blob cannot be read into an array buffer; Node's is the real thing.
  const file = new Blob(["abc"]) as globalThis.Blob;
  expect(await sha256(file)).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
