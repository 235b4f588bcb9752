import { describe, expect, it } from "vitest";

import { isSuffix, suffixOf } from "./suffix";

describe("suffixOf", () => {
  it.each([
    ["Digits Model 2", "digits-model-2"],
    ["数字识别", "model"],
    ["  Ünïcode!! ", "u-ni-code"],
    ["a", "model-a"],
    ["x".repeat(90), "x".repeat(60)],
  ])("makes an address of %s", (name, expected) => {
    expect(suffixOf(name)).toBe(expected);
    expect(isSuffix(suffixOf(name))).toBe(true);
  });

  it.each(["ab", "-abc", "abc-", "Abc", "a_b", "a b"])("refuses %s", (text) => {
    expect(isSuffix(text)).toBe(false);
  });
});
