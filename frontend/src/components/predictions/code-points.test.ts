import { describe, expect, it } from "vitest";

import { codePointAt, sliceCodePoints, utf16Offsets } from "./code-points";

const TEXT = "👍🏽 𠮷野家在Shenzhen";

describe("code points", () => {
  it("find the same words as Python does", () => {
    expect(sliceCodePoints(TEXT, 3, 6)).toBe("𠮷野家");
    expect(sliceCodePoints(TEXT, 7, 15)).toBe("Shenzhen");
  });

  it("count a pair of UTF-16 units once", () => {
    expect(utf16Offsets("a👍b")).toEqual([0, 1, 3, 4]);
  });

  it("turn offsets of a selection back", () => {
    const start = TEXT.indexOf("Shenzhen");
    expect(codePointAt(TEXT, start)).toBe(7);
    expect(codePointAt(TEXT, start + "Shenzhen".length)).toBe(15);
    expect(codePointAt("👍", 1)).toBe(0);
  });

  it("end with the text when a span is longer", () => {
    expect(sliceCodePoints("ab", 1, 9)).toBe("b");
  });
});
