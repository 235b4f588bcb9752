import { describe, expect, it } from "vitest";

import { measuresOf, rangeOf, withRange } from "./ranges";

describe("ranges of size", () => {
  it("come back as they were set, one for each measure", () => {
    const wide = withRange(["bytes:10:"], "width", { low: 640, high: null });
    expect(wide).toEqual(["bytes:10:", "width:640:"]);
    expect(rangeOf(wide, "width")).toEqual({ low: 640, high: null });
    expect(withRange(wide, "width", { low: 640, high: 1280 })).toEqual([
      "bytes:10:",
      "width:640:1280",
    ]);
  });

  it("are gone when both sides are open", () => {
    expect(withRange(["width:640:"], "width", { low: null, high: null })).toEqual([]);
    expect(rangeOf([], "width")).toEqual({ low: null, high: null });
  });

  it("ask a medium only for what it has", () => {
    expect(measuresOf("audio", { value: false })).not.toContain("width");
    expect(measuresOf("text_pair", { value: true })).toContain("value");
  });
});
