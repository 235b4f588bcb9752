import { describe, expect, it } from "vitest";

import { DEFAULT_SPLIT, isValid, recipeOf } from "./split-draft";

describe("the recipe of a split", () => {
  it("gives training what validation and test leave", () => {
    expect(recipeOf({ ...DEFAULT_SPLIT, validation: 20, test: 10, seed: 7 })).toEqual({
      kind: "random",
      train: 0.7,
      validation: 0.2,
      test: 0.1,
      seed: 7,
    });
  });

  it("is impossible when nothing is left to train on", () => {
    expect(isValid({ ...DEFAULT_SPLIT, validation: 60, test: 40 })).toBe(false);
  });

  it("keeps what the data names, with shares for what it leaves open", () => {
    expect(recipeOf({ ...DEFAULT_SPLIT, kind: "named", test: 0 })).toEqual({
      kind: "named",
      validation: 0.15,
      test: 0,
      seed: 0,
    });
  });

  it("needs the version whose samples are the validation part", () => {
    const custom = { ...DEFAULT_SPLIT, kind: "custom" as const };
    expect(isValid(custom)).toBe(false);
    expect(recipeOf({ ...custom, validationVersionId: "v1" })).toEqual({
      kind: "custom",
      validation_version_id: "v1",
      test: 0.15,
      seed: 0,
    });
  });
});
