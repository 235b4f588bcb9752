import { expect, it } from "vitest";

import { firstChoice } from "./first-choice";

const MODELS = [
  { id: "c", model_id: "m", number: 3, deployments: [] },
  { id: "x", model_id: "other", number: 1, deployments: [] },
  { id: "b", model_id: "m", number: 2, deployments: [] },
  { id: "a", model_id: "m", number: 1, deployments: [] },
];
const part = (total: number) => ({
  total,
  num_rows: null,
  negative: null,
  labels: {},
  regions: {},
});
const counts = (test: number) => ({ train: part(8), validation: part(1), test: part(test) });
const DATA = [
  { id: "new", counts: counts(1) },
  { id: "old", counts: counts(1) },
];

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

it("compares with what is published", () => {
  const endpoint = { id: "e", name: "Fruit", state: "running" as const };
  const models = MODELS.map((one) => (one.id === "x" ? { ...one, deployments: [endpoint] } : one));
  const params = (query: string) => new URLSearchParams(query);
  expect(firstChoice(params(""), models, DATA).baselineId).toBe("x");
  expect(firstChoice(params("version=x"), models, DATA).baselineId).toBeUndefined();
});

it("passes over data that keeps no samples for testing", () => {
  const data = [{ id: "newest", counts: counts(0) }, ...DATA];
  expect(firstChoice(new URLSearchParams(), MODELS, data).dataId).toBe("new");
  expect(firstChoice(new URLSearchParams(), MODELS, data.slice(0, 1)).dataId).toBe("newest");
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
