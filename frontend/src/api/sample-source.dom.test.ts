import { describe, expect, it } from "vitest";

import { namedSource, sampleFileUrl } from "./sample-source";

describe("the address of what viewers show", () => {
  it("is that of an image which browsers know, whatever its own format", () => {
    expect(namedSource("1", "a.tif", "image").url).toBe("/api/v1/samples/1/image");
    expect(sampleFileUrl({ id: "1" }, "image")).toBe("/api/v1/samples/1/file");
  });

  it("is that of the file of everything else", () => {
    expect(namedSource("1", "a.wav", "audio").url).toBe("/api/v1/samples/1/file");
  });
});
