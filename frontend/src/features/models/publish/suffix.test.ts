import { describe, expect, it } from "vitest";

import { isSuffix, suffixOf } from "./suffix";

const ID = "3f2a9c10-aaaa-4bbb-8ccc-000000000001";
const OTHER = "77d01b10-aaaa-4bbb-8ccc-000000000002";

describe("suffixOf", () => {
  it.each([
    ["Digits Model 2", "digits-model-2"],
    ["数字识别", "model-3f2a9c"],
    ["  Ünïcode!! ", "u-ni-code"],
    ["a", "model-a"],
    ["x".repeat(90), "x".repeat(60)],
  ])("makes an address of %s", (name, expected) => {
    expect(suffixOf(name, ID)).toBe(expected);
    expect(isSuffix(suffixOf(name, ID))).toBe(true);
  });

  it("proposes another address for each model whose name has no Latin letters", () => {
    expect(suffixOf("酒店评论", ID)).not.toBe(suffixOf("口语数字", OTHER));
  });

  it.each(["ab", "-abc", "abc-", "Abc", "a_b", "a b"])("refuses %s", (text) => {
    expect(isSuffix(text)).toBe(false);
  });
});
