import { expect, it } from "vitest";

import { orderOf, type Choice } from "./order";

const CHOICE: Choice = {
  modelVersionId: "m",
  source: "dataset",
  datasetId: "d",
  part: "all",
  datasetVersionId: "v",
  files: [],
  folder: { folder: 1, path: "today" },
  keepsSuggestions: false,
  makesLabels: false,
};

it("says nothing of the sources that are not chosen", () => {
  expect(orderOf(CHOICE, true)).toEqual({
    model_version_id: "m",
    source: "dataset",
    dataset_id: "d",
  });
  expect(orderOf({ ...CHOICE, source: "folder" }, false)).toEqual({
    model_version_id: "m",
    source: "folder",
    folder: 1,
    path: "today",
  });
});

it("takes a part of a dataset for a filter, or for a saved view", () => {
  expect(orderOf({ ...CHOICE, part: "unlabelled" }, true).filter).toEqual({ unlabelled: true });
  expect(orderOf({ ...CHOICE, part: "w" }, true)).toEqual({
    model_version_id: "m",
    source: "view",
    view_id: "w",
  });
});

it("keeps suggestions only where there can be any", () => {
  const wanted = { ...CHOICE, keepsSuggestions: true };
  expect(orderOf(wanted, true).keeps_suggestions).toBe(true);
  expect(orderOf({ ...wanted, source: "files" }, false).keeps_suggestions).toBeUndefined();
});

it("names files by the first of them", () => {
  const files = [new File([], "a.png"), new File([], "b.png"), new File([], "c.png")];
  expect(orderOf({ ...CHOICE, source: "files", files }, false).name).toBe("a.png + 2");
});
