import { expect, it } from "vitest";

import { firstChoice } from "./first-choice";

const MODELS = [
  { id: "c", model_id: "m", number: 3 },
  { id: "x", model_id: "other", number: 1 },
  { id: "b", model_id: "m", number: 2 },
  { id: "a", model_id: "m", number: 1 },
];
const DATA = [{ id: "new" }, { id: "old" }];

const chosen = (query: string) => firstChoice(new URLSearchParams(query), MODELS, DATA);

it("compares the newest model with the version before it, on the newest data", () => {
  expect(chosen("")).toEqual({
    modelIds: ["c"],
    baselineId: "b",
    dataId: "new",
    tagId: undefined,
  });
});

it("begins with what the address names", () => {
  expect(chosen("version=b,x&baseline=a&data=old&tag=t")).toEqual({
    modelIds: ["b", "x"],
    baselineId: "a",
    dataId: "old",
    tagId: "t",
  });
});

it("compares a first version with nothing", () => {
  expect(chosen("version=a").baselineId).toBeUndefined();
});

it("passes over what is gone", () => {
  expect(chosen("version=gone&baseline=gone&data=gone")).toMatchObject({
    modelIds: ["c"],
    baselineId: undefined,
    dataId: "new",
  });
});
